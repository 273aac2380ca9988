"""Room: what the sheets and the guide page say, zh and en; {names} are filled in by sheets.py."""

PAGES = {
    "face": ("正面", "faces"),
    "back": ("背面", "backs"),
    "tag": ("标签（背层内面）", "tags (inside of the back layer)"),
    "guide": ("说明", "guide"),
}
RULER = ("应为 {mm} mm，否则请按 100% 打印", "must be {mm} mm; if not, print at 100 %")
CUT_OUT = ("挖空", "cut out")
NORTH = ("北 ▲", "north ▲")
TAG = ("标签 {n}", "tag {n}")
TITLE = ("标签与边缘编码", "Tags and the margin code")
SPOTS_FULL = ("整卡：圆形标签 {d} mm，编号 0–5", "Full card: round tag of {d} mm, spots 0 to 5")
SPOTS_FRAME = ("强化框架：小标签 {w}×{h} mm，编号 6–11", "Frame: small tag of {w} × {h} mm, spots 6 to 11")
SEEN = ("从正面看，尺寸单位 mm", "Seen from the face; measures in mm")
CODES = (
    (("背面", "Back"), ("四边均为亮色", "bright at all four sides")),
    (("正面", "Face"), ("南北亮，东西黑", "bright north and south, black east and west")),
)
LOOK = (
    "传感器看每边正中：距边 {near}–{far} mm，左右各 {half} mm。黑边深 {band} mm。",
    "Sensors look at the middle of a side: {near} to {far} mm from the edge, {half} mm to either side. "
    "The black margin is {band} mm deep.",
)
STEPS = {
    "print": (
        "按 100% 打印，先量页边的尺。黑色须用激光碳粉或颜料墨：染料墨在红外光下不黑。",
        "Print at 100 % and measure the rulers first. Black must be laser toner or pigment ink: "
        "dye ink is not dark in infrared.",
    ),
    "duplex": (
        "正反页双面打印，沿长边翻转，用 300 g/m² 以上的纸。标签贴在正面的透明标签或牌套内，勿贴在背面：牌背须相同。",
        "Print faces and backs double-sided, flipped on the long edge, on paper of 300 g/m² or more. "
        "Clear tags go on the face, under a sleeve, never on the back: all backs must look the same.",
    ),
    "glued": (
        "正面页单面打印；标签页与背面页双面打印，沿长边翻转，用 160 g/m² 以上的纸。"
        "标签贴在标签页的轮廓内，再对准四周的线粘合，之后才裁切。",
        "Print faces single-sided, then tag pages and backs double-sided, flipped on the long edge, on paper of "
        "160 g/m² or more. Stick the tags into the outlines, then glue both layers, marks on marks, and only then cut.",
    ),
    "faces": (
        "只打印了正面。背面的四边须为亮色，且所有牌背须相同。",
        "Only faces are here. Your backs must be bright at all four sides and look the same.",
    ),
    "cut": (
        "按页边的线裁切：一刀分开两张牌。强化框架沿虚线挖空，勿切到标签。",
        "Cut along the marks at the edges: one cut parts two cards. Cut frames out along the broken line; "
        "mind the tags.",
    ),
    "enroll": (
        "用 ematrix cards enroll 写入标签：牌角印有代码与序号。",
        "Write the tags with ematrix cards enroll: code and copy are printed in the card's corner.",
    ),
}
TABLE = ("各牌的标签位置", "Spot of each card's tag")
CODE = ("代码", "Code")
