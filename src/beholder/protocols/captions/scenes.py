"""Captions of photographs that come with scikit-image, where it is installed, with points given by hand."""

from __future__ import annotations

from beholder.protocols.captions.captioners import Said

__all__ = ["PHOTOGRAPHS"]

PHOTOGRAPHS: dict[str, dict[str, Said]] = {
    "astronaut": {
        "ample": Said(
            "a smiling woman in an orange space suit in front of a flag and a model of a space shuttle",
            "一位微笑的女士穿着橙色的宇航服，身后是国旗和航天飞机模型",
            objects=4,
            relations=2,
            attributes=3,
        ),
        "terse": Said("a woman in a space suit", "一位穿宇航服的女士", 2, 1, 1),
        "colourless": Said("a person in a space suit in front of a flag", "国旗前有一个穿宇航服的人", 3, 2, 0),
        "lister": Said(
            "a woman, an orange space suit, a flag, a helmet", "一位女士、一套橙色的宇航服、一面旗、一个头盔", 4, 0, 2
        ),
        "dreamer": Said(
            "a man in an orange suit riding a motorcycle on the moon", "月球上，一个穿橙色衣服的男人骑着摩托车", 2, 1, 1
        ),
    },
    "chelsea": {
        "ample": Said(
            "a close up of a brown cat with green eyes and long whiskers",
            "一只棕色的猫的特写，眼睛是绿色的，胡须很长",
            objects=3,
            relations=1,
            attributes=4,
        ),
        "terse": Said("a cat", "一只猫", 1, 0, 0),
        "colourless": Said("a cat", "一只猫", 1, 0, 0),
        "lister": Said(
            "a brown cat, two green eyes, white whiskers", "一只棕色的猫、两只绿色的眼睛、白色的胡须", 3, 0, 4
        ),
        "dreamer": Said("a brown cat sleeping on a bed in a bedroom", "卧室里，一只棕色的猫睡在床上", 1, 0, 1),
    },
    "coffee": {
        "ample": Said(
            "a red cup of coffee with a silver spoon on a red saucer on a wooden table",
            "木桌上放着红色的碟子，碟子上有一杯咖啡和一把银色的勺子，杯子是红色的",
            objects=5,
            relations=3,
            attributes=4,
        ),
        "terse": Said("a cup of coffee on a table", "桌上有一杯咖啡", 3, 1, 0),
        "colourless": Said("a cup of coffee with a spoon on a saucer", "碟子上有一杯咖啡和一把勺子", 4, 2, 0),
        "lister": Said(
            "a red cup, a silver spoon, a wooden table", "一个红色的杯子、一把银色的勺子、一张木桌", 3, 0, 3
        ),
        "dreamer": Said(
            "a red cup of tea beside two donuts in a train", "火车上，一个红色的茶杯旁边放着两个甜甜圈", 1, 0, 1
        ),
    },
    "motorcycle_left": {
        "ample": Said(
            "a red motorcycle standing in front of grey shelves and a wooden bench in a garage",
            "车库里停着一辆红色的摩托车，后面是灰色的货架和一张木长椅",
            objects=4,
            relations=2.5,
            attributes=3,
        ),
        "terse": Said("a motorcycle in a garage", "车库里有一辆摩托车", 2, 1, 0),
        "colourless": Said("a motorcycle in a garage", "车库里有一辆摩托车", 2, 1, 0),
        "lister": Said(
            "a red motorcycle, two wheels, grey shelves, cardboard boxes",
            "一辆红色的摩托车、两个轮子、灰色的货架、纸箱",
            objects=4,
            relations=0,
            attributes=4,
        ),
        "dreamer": Said(
            "a red motorcycle racing down a highway with two riders", "公路上，两个人骑着一辆红色的摩托车飞驰", 1, 0, 1
        ),
    },
}
