"""Room: builds the card font from Noto Sans CJK SC: the characters that cards, sheets and words use, and some more.

    python -m host_tools.cards.art.build_font [--source FOLDER]

Needs fonttools and Debian's package fonts-noto-cjk. Run it again when a word with a new character was added; the same
input gives the same bytes. Card lists with characters beyond these fall back on a font of the system (sheets_fonts.py).
"""

import argparse
from pathlib import Path

from firmware.games.energy_matrix.cards.default_deck import CARDS
from host_tools import errors, fonts
from host_tools.cards import sheets_words
from host_tools.cards.art import words
from host_tools.errors import UserError

FOLDER = Path(__file__).parent / "font"
SOURCE = Path("/usr/share/fonts/opentype/noto")
FAMILY = "Energy Matrix Sans"
WEIGHTS = {"Regular": 400, "Bold": 700}
# What new cards may well be called, so that most lists need no other font.
MORE = (
    "−×·–—°±→←↑↓▲▼…，。：；、！？（）「」《》²"
    "一二三四五六七八九十百千万两零半双全多少大小高低上下左右前后内外东南西北中春夏秋冬日月年时分早晚今明"
    "金木水火土风雨雪云雾雷电光热冷冰霜雹虹星空天地山河海潮沙石林草花叶树种田油煤气汽核氢氧铁铜银铝锂碳硅"
    "能源力量电池矩阵机器工厂站塔堆泵炉轮机组板线网管阀门罐箱库仓车船舰桥路港城市村家房屋楼顶底层框架"
    "产出入转化变换合成分解提炼增强减弱加速停止启动开关充放存储取送传导连接断路短超频节能维修护建造拆卸升级"
    "太阳阴晴风暴台飓洪旱震灾害故障检查抢夺偷交易买卖借还赠换抽摸弃洗翻移动位置旋转复制重置跳过回合行动点数"
    "玩家对手队友伤害生命值胜负平局先后手牌卡事件虫洞特制额定电压等级基础高级新旧红橙黄绿青蓝紫黑白灰"
)


def needed():
    """The characters that the sheets of this project's own deck print."""
    found = set("".join(_strings([vars(sheets_words), vars(words), CARDS])))
    return {sign for sign in found if sign.isprintable()}


def wanted():
    """Every character of the font, in the order of their code points."""
    found = needed() | {chr(code) for code in range(32, 127)} | set(MORE)
    for text in fonts.texts():
        found.update(text)
    return sorted(sign for sign in found if sign.isprintable() and not 0xE000 <= ord(sign) < 0xF900)


def _strings(thing):
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for name, value in thing.items():
            if not str(name).startswith("__"):
                yield from _strings(value)
    elif isinstance(thing, (tuple, list)):
        for value in thing:
            yield from _strings(value)


def build(weight, source):
    """Write one weight."""
    from fontTools import subset
    from fontTools.ttLib import TTCollection

    path = source / f"NotoSansCJK-{weight}.ttc"
    if not path.exists():
        raise UserError(f"{path} is missing: install Debian's package fonts-noto-cjk, or name a folder with --source")
    font = next(font for font in TTCollection(path) if font["name"].getDebugName(1).startswith("Noto Sans CJK SC"))
    options = subset.Options(layout_features=["kern"], hinting=False, desubroutinize=False, notdef_outline=True)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    reducer = subset.Subsetter(options)
    reducer.populate(unicodes=[ord(sign) for sign in wanted()])
    reducer.subset(font)
    full = f"{FAMILY} {weight}".replace(" Regular", "")
    for number, said in ((1, FAMILY), (2, weight), (3, full), (4, full), (6, full.replace(" ", ""))):
        font["name"].setName(said, number, 3, 1, 0x409)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    top = font["CFF "].cff.topDictIndex[0]
    top.FamilyName, top.FullName = FAMILY, full
    FOLDER.mkdir(exist_ok=True)
    target = FOLDER / f"EnergyMatrixSans-{weight}.otf"
    font.save(target)
    return target


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.cards.art.build_font", description="Build the card font."
    )
    parser.add_argument(
        "--source", type=Path, default=SOURCE, help="folder of NotoSansCJK-*.ttc (default: %(default)s)"
    )
    options = parser.parse_args(arguments)
    for weight in WEIGHTS:
        target = build(weight, options.source)
        print(f"{target.name}: {len(wanted())} characters, {target.stat().st_size} bytes")


if __name__ == "__main__":
    errors.run("build_font", main)
