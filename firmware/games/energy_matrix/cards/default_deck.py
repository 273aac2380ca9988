"""Room: the card list of Energy Matrix as the firmware brings it along; made from cards.csv, do not edit.

`python -m host_tools.cards.compiled` makes it anew. Rows as in kinds.py.
"""

CARDS = (
    ("A@1", "producer", 1, (0, 0, 0), (1, 0, 0), 9, "产出 A", "makes A", ""),
    ("2A@2", "producer", 2, (0, 0, 0), (2, 0, 0), 5, "产出 2A", "makes 2A", ""),
    ("B@2", "producer", 2, (0, 0, 0), (0, 1, 0), 6, "产出 B", "makes B", ""),
    ("3A@3", "producer", 3, (0, 0, 0), (3, 0, 0), 3, "产出 3A", "makes 3A", ""),
    ("2B@3", "producer", 3, (0, 0, 0), (0, 2, 0), 4, "产出 2B", "makes 2B", ""),
    ("C@3", "producer", 3, (0, 0, 0), (0, 0, 1), 4, "产出 C", "makes C", ""),
    ("5A@4", "producer", 4, (0, 0, 0), (5, 0, 0), 2, "产出 5A", "makes 5A", ""),
    ("2C@4", "producer", 4, (0, 0, 0), (0, 0, 2), 2, "产出 2C", "makes 2C", ""),
    ("2A+2B>2C@1", "converter", 1, (2, 2, 0), (0, 0, 2), 3, "2A+2B 转化 2C", "2A+2B into 2C", ""),
    ("C>3B@1", "converter", 1, (0, 0, 1), (0, 3, 0), 2, "C 转化 3B", "C into 3B", ""),
    ("2A+B>2C@2", "converter", 2, (2, 1, 0), (0, 0, 2), 3, "2A+B 转化 2C", "2A+B into 2C", ""),
    ("4A>2C@2", "converter", 2, (4, 0, 0), (0, 0, 2), 3, "4A 转化 2C", "4A into 2C", ""),
    ("C>4A+2B@3", "converter", 3, (0, 0, 1), (4, 2, 0), 2, "C 转化 4A+2B", "C into 4A+2B", ""),
    ("A+B>2C@3", "converter", 3, (1, 1, 0), (0, 0, 2), 3, "A+B 转化 2C", "A+B into 2C", ""),
    ("eco", "frame", -1, (0, 0, 0), (0, 0, 0), 6, "节能", "saver", "rated-1"),
    ("oc", "frame", 1, (0, 0, 0), (1, 1, 1), 6, "增产", "overclock", "rated+1 product+1"),
    ("rain+", "frame", 0, (0, 0, 0), (1, 1, 1), 6, "阴雨加强", "rain boost", "product+1 rain"),
    ("sun+", "frame", 0, (0, 0, 0), (1, 1, 1), 6, "晴天加强", "sun boost", "product+1 sun"),
    ("ext", "frame", 0, (0, 0, 0), (0, 0, 0), 6, "特制电池", "edge battery", "edge"),
    ("sun", "event", 0, (0, 0, 0), (0, 0, 0), 5, "晴天", "sun", "sun"),
    ("rain", "event", 0, (0, 0, 0), (0, 0, 0), 5, "雨天", "rain", "rain"),
    ("dismantle", "event", 0, (0, 0, 0), (0, 0, 0), 5, "强制拆卸", "dismantle", "dismantle"),
    ("ap+1", "event", 0, (0, 0, 0), (0, 0, 0), 4, "加一行动力", "one more action", "ap+1"),
    ("ap-1", "event", 0, (0, 0, 0), (0, 0, 0), 5, "减一行动力", "one action less", "ap-1"),
    ("thunder", "event", 0, (0, 0, 0), (0, 0, 0), 5, "雷暴", "thunder", "thunder"),
    ("draw2", "event", 0, (0, 0, 0), (0, 0, 0), 5, "摸两张牌", "draw two", "draw2"),
)
