# The words of the rater's page, the landing page and pages of errors.
# Numbers choose plural forms: { $n -> [one] ... *[other] ... }.

## the bar

skip = 跳到作答区
tools = 工具
preview = 预览：不会保存任何内容
guideline = 评分指南
keys = 快捷键
menu = 菜单
close = 关闭
cancel = 取消
progress = { $done } / { $all }
progress-open = 已答 { $done } 题

## saving

saving = 正在保存…
saved = 已保存
waiting = 等待发送（{ $n }）
offline = 已断网
waiting-help = 答案已存在这台设备上，网络恢复后会自动发送。
waiting-keep-open = 请不要关闭此页：答案只能从这里发出。
unsent-kept = 还有 { $n } 个答案存在这台设备上，会自动发送。
unsent-keep-open = 还有 { $n } 个答案没有发出，请先不要关闭此页。
all-saved = 你的答案已全部保存。
storage-missing = 这个浏览器不允许保存数据。可以继续作答，但在全部保存之前请不要关闭此页。

## a trial

next = 下一个
back = 上一个
save-change = 保存修改
revising = 这是之前答过的题。修改后，第一次的答案也会保留。
unsaved-title = 要保存修改吗？
unsaved-text = 你修改了之前的答案，还没有保存。
discard-change = 放弃修改
return = 返回
aim = 建议用时：{ $time }以内
seconds = { $n } 秒
minutes = { $n } 分钟
missing = 还没有回答：{ $field }
missing-of = { $fields }（{ $names }）
breaks-rule = 这几项回答互相矛盾。
not-answered = 未回答
one-less = 减一
one-more = 加一
more-than = 肯定超过 { $n } 个
count-too-large = { $number } 超过了 { $most }。按回车继续，按退格键删去一位。
count-next = 输完一个数后：跳到下一个要填的数
count-back = 输入数字时：删去一位
points-less = 减 { $n } 分
points-more = 加 { $n } 分
points-zero = 0 分
picture = 图片
open-large = 放大图片
list-comma = 、
back-unreachable = 断网时看不到这一题，请稍后再试。
already-given = 第 { $n } 题已经在另一个窗口里回答过，以那边的答案为准。
closed-late = 第 { $n } 题的修改送达之前，研究已经结束。
not-taken = 服务器没有接受第 { $n } 题：{ $problem }

## screens

loading = 正在加载…
start = 开始
continue = 继续
read-guideline = 先看评分指南
welcome-saved = 每答一题都会保存，断网也不会丢。
welcome-back = 可以随时返回修改，也可以随时停下。
welcome-keys = 全程可以只用键盘，按 ? 查看快捷键。
have-code = 用代码继续其他设备上的进度
your-code = 你的代码
code-help = 换一台设备，或清空浏览器之后，凭这个代码就能接着做。
refused-invite-needed = 参加本研究需要邀请。请打开你收到的邀请链接。
refused-invite-not-valid = 这份邀请已失效。请向给你链接的人要一个新的。
refused-resume-code-unknown = 本研究中没有这个代码，请逐个字符核对。
refused-too-many-attempts = 尝试次数太多，请等一分钟再试。
refused-busy = 现在加入的人很多，请稍后再试。
refused-platform-id-needed = 这个链接里没有你的身份信息。请从邀请你的平台页面进入。
refused-platform-preview = 这只是预览。请先在平台上接受任务，再从那里打开。
refused-platform-id-taken = 已经有人用这个身份开始了。请回到当初的浏览器继续，或输入当时得到的代码。
refused-answer-changed-too-often = 这一题的修改次数已达上限，以最后一次修改为准。
refused-consent-changed = 你阅读期间，这段文字有改动，请重新阅读。
join-unreachable = 连不上服务器，请检查网络后再试。
signin-again = 服务器不再认得这个浏览器。输入你的代码即可继续；在此之前，答案都还存在这里。
done-title = 全部完成，谢谢！
done-text = 这项研究里已经没有需要你评的内容了。
answered-count = 共回答 { $n } 题
review-answers = 查看最近的回答
wait-title = 暂时没有新的题目
wait-text = 最后几题正由其他评分员在做。如果有空出来的，会自动出现在这里。
wait-check = 本页会自动检查。
check-now = 现在检查
paused-title = 研究已暂停
paused-text = 负责人暂停了研究。你的答案都在，恢复后本页会自动继续。
closed-title = 研究已结束
closed-text = 感谢参与，已不再需要新的回答。
offline-title = 没有网络连接
offline-text = 已经加载的题目都答完了。网络恢复后会自动加载后面的题目。
try-again = 再试一次
elsewhere-title = 你正在另一个标签页里作答
elsewhere-text = 为了不弄乱答案，同一时间只能在一个标签页里作答。
use-this-tab = 改用这个标签页
left-title = 下次见
left-text = 没做完的题目已经交回。随时可以回到本页继续。
withdrawn-title = 你已退出研究
withdrawn-text = 你的全部回答已被删除，可以关闭本页了。
failed-title = 出错了
needs-script = 本页需要 JavaScript，请启用后重新加载。

## menu

language = 语言
theme = 外观
theme-auto = 跟随系统
theme-light = 浅色
theme-dark = 深色
contact = 有问题请联系
leave = 先到这里
someone-else = 换一个人
withdraw = 退出并删除数据
withdraw-title = 确定删除你的全部回答？
withdraw-text = 你将退出研究，所有回答都会被删除，无法恢复。
withdraw-confirm = 删除并退出
withdraw-failed = 请求没有送达服务器，什么都没有删除，请再试一次。

## landing, sign-in, errors

demo-title = Beholder 已启动
demo-text = 这里有几个现成的研究可以试用。先以评分员的身份评几个，再到负责人页面看看。停止演示后，所有数据都会删除。
rate-now = 开始评分
coordinate = 负责人页面
finished-title = 最后得到什么
finished-text = 同样的研究，已经做完并结束。回答来自模拟评分员：大多认真，有一两个几乎不看图，方便你看到各页面和报告如何对待两者。
finished-simulated = 模拟评分员
finished-facts = { $raters } 名模拟评分员的 { $answers } 个回答
finished-report = 报告
finished-results = 结果
finished-raters = 评分员
finished-agreement = 一致性
finished-exports = 导出
finished-awaited = { $n } 个正在准备…
running-title = Beholder 正在运行
running-text = 评分员请打开收到的链接，负责人请登录。
signin = 登录
error-400 = 操作没有成功
error-400-do = 请返回再试一次。如果还是不行，请把下面的内容告诉给你链接的人。
error-403 = 你无法打开这个页面
error-403-do = 链接可能已经过期，或者已经被用过。请向给你链接的人要一个新的。
error-404 = 这个地址下没有内容
error-404-do = 地址可能输错了，或者已经停用。请重新打开收到的链接；如果还是来到这里，请告诉给你链接的人。
error-410 = 这里已经关闭
error-410-do = 研究已经结束，或者你已经退出。你不需要再做什么。
error-421 = 服务器不认识这个主机名
error-421-do = 这个页面会生成链接，不能指向服务器自己不认识的主机。请用 --address 加上大家打开的网址重新启动服务器，或者用这台机器自己的 IP 地址打开本页。
error-429 = 尝试次数太多
error-429-do = 请等一分钟再试。
error-500 = 服务器出了问题
error-500-do = 之前提交的内容都没有丢失。请再试一次；如果还是不行，请把下面的内容告诉负责人。
error-503 = 服务器暂时没有准备好
error-503-do = 之前提交的内容都没有丢失。请等几秒钟再试。
error-details = 详情
error-code = 错误代码

## the rater's journey

practice = 练习
qualification = 资格测试
consent-title = 参加之前
consent-warning = 内容提醒
consent-agree = 我同意参加
consent-decline = 我不参加
declined-title = 没关系
declined-text = 你没有参加，我们也没有保留任何与你有关的信息。可以关闭本页了。
declined-back = 回到开头
before-title = 先回答几个问题
before-text = 只问这一次，用来帮助理解研究结果。
after-title = 最后几个问题
after-text = 题目已全部做完，答完这几个问题就结束了。
guideline-first = 怎样评分
guideline-done = 读完了，开始
page-next = 下一页
page-back = 上一页
page-of = 第 { $n } 页，共 { $all } 页
changed-title = 评分指南有更新
changed-text = 继续之前，请先看看改了什么。
changed-whole = 查看全文
practice-checking = 正在对照参考答案…
practice-passed = 与参考答案一致
practice-failed = 与参考答案不同
practice-yours = 你：{ $answer }
list-or = {" "}或{" "}
list-semicolon = ；
expected-together = { $list } 同组
expected-alone = { $list } 自成一组
expected-between = { $low } 到 { $high }
expected-least = 不低于 { $n }
expected-most = 不高于 { $n }
break-title = 休息一下吧
break-worked = 你已经专注了 { $n } 分钟。
break-text = 看看窗外，活动一下，喝点水。进度会保留。
break-skip = 不休息，继续
session-title = 这一次做得够久了
session-text = 疲劳会影响判断。请多休息一会儿，之后回到本页就能接着做。
day-title = 今天的量已经做完
day-text = 已经达到本研究的每日上限。明天再来吧，进度会保留。
visit-title = 这次就到这里
visit-text = 这次的题目已经做完，过些时候再来继续吧，进度会保留。
screened-title = 感谢你的时间
screened-text = 这项研究要求评分员在开头几题上与专家的判断比较接近。这次没有合上，但这并不代表你做得不好。
warned-title = 关于你的回答
warning-text = 题目中混有一些已知答案的内容。到目前为止，这类判断你有 { $passed }/{ $given } 次与预期一致。请不要着急；有不清楚的地方，可以再看看评分指南，也可以随时提问。
warning-end = 如果一致的比例低于 { $percent }%，你的评分就会提前结束。
stopped-title = 谢谢，你的评分到此结束
stopped-text = 研究负责人已结束你的评分。你提交的内容都已收到并保存。如有疑问，请与负责人联系。
checks-title = 谢谢，到此结束
checks-text = 部分题目有已知答案，你的回答与之相差较多。如果你认为有误，请与负责人联系。
skips-text = 到目前为止，你在 { $met } 题中跳过了 { $skipped } 题。跳过超过 { $percent }% 就不算完成本研究。如果有题目无法按评分指南判断，请提问。
uncompleted-title = 谢谢，到此结束
uncompleted-lead = 这项研究里已经没有需要你评的内容了。你答过的都已保存。
uncompleted-text = 你在 { $met } 题中跳过了 { $skipped } 题，超过了允许的 { $percent }%，因此不算完成本研究。如果你认为有误，请与负责人联系。
finish-without-code = 这种情况没有完成码。请与负责人联系，或通过平台联系研究方。
finish-code = 你的完成码
finish-return = 返回招募平台
copy = 复制
copied = 已复制。
copy-by-hand = 已选中，请按 Ctrl+C 或 ⌘C 复制。

## questions, replies, trials passed over

help = 求助
help-news = 求助，{ $n } 条新消息
messages = 消息
help-what = 你想做什么？
help-ask = 提问
help-skip = 跳过
help-broken = 报错
help-ask-text = 问题会发给研究负责人，回复会显示在这里。等待期间可以继续作答。
help-skip-text = 这一题会交给别人，你不会再遇到它。
help-broken-text = 仅用于图片缺失、放错或无法辨认的情况。效果差不算故障，请照常评分。
help-about = 会附上当前这一题（第 { $n } 题）。
help-words = 请写下来
help-choose = 请选择一个原因。
help-write = 请写几个字。
help-unreachable = 没有送达服务器，请在网络恢复后再试。
help-sent = 已发送，谢谢。
send = 发送
skip-why = 原因
skip-cannot-judge = 我判断不了
skip-known = 我认得这张图或它的作者
skip-disturbing = 内容让我不适
skip-other = 其他原因
message-question = 你的提问
message-broken = 你的报错
message-reply = 回复
message-clarification = 发给所有人
message-warning = 关于你的回答
message-skips = 关于跳过的题目
message-uncompleted = 未完成
message-stop = 评分结束
message-notice = 来自负责人
