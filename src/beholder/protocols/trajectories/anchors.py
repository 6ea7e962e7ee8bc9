"""What each point of the scales means, in words that stand on the page."""

from __future__ import annotations

from beholder.fields import Words

__all__ = ["COHERENCE", "CONFIDENCE", "EFFICIENCY", "THOROUGHNESS"]


def _anchors(*pairs: tuple[str, str]) -> dict[int, Words]:
    """Anchors of the points 1, 2, 3 … from pairs of English and Chinese texts."""
    return {point: Words({"en": en, "zh": zh}) for point, (en, zh) in enumerate(pairs, 1)}


COHERENCE = _anchors(
    (
        "Very incoherent: no thread can be found; it contradicts itself all the time; the steps could stand in any order; "
        "nobody could say why they were taken.",
        "非常不连贯：找不到思路；一再自相矛盾；步骤像随意排列；根本看不懂为什么这样做。",
    ),
    (
        "Incoherent: hard to follow; several contradictions; what was found is used now this way, now that; large gaps in "
        "the logic.",
        "不连贯：难以跟上；有多处矛盾；同一信息前后用法不一；逻辑上有大的缺口。",
    ),
    (
        "Neutral: you can follow it with effort; some transitions are clear, others are not; there are gaps you notice; "
        "some findings are ignored or contradicted.",
        "一般：费点力能跟上；有些过渡清楚，有些不清楚；有看得出的缺口；有些发现被忽略或被否定。",
    ),
    (
        "Coherent: makes sense as a whole; findings are mostly used consistently; at most one small contradiction or one "
        "unclear transition.",
        "连贯：整体说得通；信息的使用基本一致；最多有一处小矛盾或一处过渡不清。",
    ),
    (
        "Very coherent: every step follows from those before it and builds on them; nothing contradicts anything; findings "
        "are used consistently to the end; you can see what leads to what.",
        "非常连贯：每一步都从前面自然推出；没有任何矛盾；发现的信息从头到尾用法一致；因果关系一目了然。",
    ),
)

EFFICIENCY = _anchors(
    (
        "Very inefficient: aimless; no plan at all; the same failing operation again and again; no sign that the question "
        "was understood.",
        "效率很低：漫无目的；毫无计划；一再重复同样不成功的操作；看不出理解了问题。",
    ),
    (
        "Inefficient: many operations nobody needed; long stays in places that do not matter; much repetition; it is not "
        "clear what comes first and why.",
        "效率低：有很多不必要的操作；在无关的地方花了很多步；大量重复；看不出先后安排的道理。",
    ),
    (
        "Neutral: a reasonable approach with some detours; a few operations are redundant; gets to the places that matter "
        "in the end; understands the question but plans little.",
        "一般：方法合理，但有些绕；有几步多余；最后到了该看的地方；理解了问题，但少有规划。",
    ),
    (
        "Efficient: a good approach with hardly any waste; mostly goes where it matters; a small detour or repetition costs "
        "next to nothing.",
        "效率高：方法好，几乎没有浪费；大多直奔要点；偶有小绕路或重复，影响很小。",
    ),
    (
        "Very efficient: straight to the point; no operation is wasted; the places that matter come first; shows that the "
        "question was understood and the search was planned.",
        "效率很高：直奔目标；没有一步是浪费；先看最要紧的地方；看得出理解了问题，也有规划。",
    ),
)

THOROUGHNESS = _anchors(
    (
        "Very incomplete: hardly looked at anything; most of what matters is ignored, even the obvious; as superficial as "
        "can be.",
        "很不充分：几乎什么都没看；要紧的大多被忽略，连明显的也没查；极其粗略。",
    ),
    (
        "Incomplete: important things are missed; only a superficial look; jumps to the answer without enough evidence; "
        "large areas that matter are left out.",
        "不充分：漏掉了重要方面；只是粗看；证据不足就下结论；大片相关区域没有看。",
    ),
    (
        "Neutral: the main point is addressed; some important things were looked at; a basic look, with gaps you notice.",
        "一般：主要问题顾到了；看了一部分重要的方面；只做了基本的查看，有看得出的缺口。",
    ),
    (
        "Thorough: covers what is important; weighs the main alternatives; checks some of its findings; only minor places "
        "are left out.",
        "充分：重要的方面都看了；考虑了主要的其他可能；核实了一部分发现；只漏了次要的地方。",
    ),
    (
        "Very thorough: looks at everything that matters; weighs several possibilities; checks its findings where that makes "
        "sense; settles what is ambiguous; leaves nothing relevant out.",
        "非常充分：凡是相关的都看了；考虑了多种可能；该核实的都核实了；弄清了有歧义的地方；没有遗漏。",
    ),
)

CONFIDENCE = _anchors(
    ("Not confident at all: a very close call", "完全没把握：难分高下"),
    ("Not very confident: a small difference", "不太有把握：差别很小"),
    ("Somewhat confident: a moderate difference", "有些把握：差别中等"),
    ("Confident: a noticeable difference", "有把握：差别明显"),
    ("Very confident: a clear difference", "很有把握：差别一清二楚"),
)
