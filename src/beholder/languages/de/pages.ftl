# The words of the rater's page, the landing page and pages of errors, in German. Readers are addressed with “Sie”.
# Numbers choose plural forms: { $n -> [one] ... *[other] ... }.

## the bar

skip = Zur Aufgabe springen
tools = Werkzeuge
preview = Vorschau: nichts wird gespeichert
guideline = Anleitung
keys = Tasten
menu = Menü
close = Schließen
cancel = Abbrechen
progress = { $done } von etwa { $all }
progress-left = { $n ->
    [one] noch etwa { $n } Minute
   *[other] noch etwa { $n } Minuten
}
progress-open = { $done } beantwortet

## saving

saving = Wird gespeichert …
saved = Gespeichert
saved-preview = Geprüft
waiting = Noch zu senden ({ $n })
offline = Offline
waiting-help = Ihre Antworten bleiben auf diesem Gerät und werden von selbst gesendet, sobald die Verbindung wieder steht.
waiting-keep-open = Lassen Sie diesen Tab offen: Ihre Antworten können nur von hier gesendet werden.
unsent-kept = { $n ->
    [one] { $n } Antwort ist auf diesem Gerät gespeichert und wird von selbst gesendet.
   *[other] { $n } Antworten sind auf diesem Gerät gespeichert und werden von selbst gesendet.
}
unsent-keep-open = { $n ->
    [one] { $n } Antwort ist noch nicht gesendet. Bitte lassen Sie diesen Tab offen.
   *[other] { $n } Antworten sind noch nicht gesendet. Bitte lassen Sie diesen Tab offen.
}
all-saved = Alle Ihre Antworten sind gespeichert.
all-saved-preview = Nichts wurde gespeichert: Dies ist eine Vorschau.
storage-missing = Dieser Browser speichert keine Daten. Sie können arbeiten, aber lassen Sie diesen Tab offen, bis alles gespeichert ist.

## a trial

next = Weiter
back = Zurück
save-change = Änderung speichern
revising-number = Das ist Ihre Antwort { $n } von { $all }. Eine Änderung wird neben der ersten Antwort aufbewahrt.
forward = Vor
leave-again = Das ist die erste Aufgabe. Noch einmal „Zurück“ im Browser verlässt die Seite; Ihre Antworten sind gespeichert.
trial-number = Aufgabe { $n }
answer-number = Antwort { $n }
to-next = Zu „Weiter“ springen
characters-left = noch { $n } Zeichen
missing-here = Bitte antworten.
revising = Das ist eine frühere Antwort. Wenn Sie sie ändern, bleibt auch die erste erhalten.
unsaved-title = Änderung speichern?
unsaved-text = Sie haben diese frühere Antwort geändert und noch nicht gespeichert.
discard-change = Änderung verwerfen
return = Zurückkehren
aim = Richtzeit: bis { $time }
aim-range = Richtzeit: { $time }
aim-over = Über { $time }. Entscheiden Sie nach bestem Ermessen.
seconds = { $n } s
minutes = { $n } min
missing = Bitte beantworten: { $field }
missing-of = { $fields } ({ $names })
breaks-rule = Diese Antworten passen nicht zusammen.
not-answered = nicht beantwortet
one-less = Eins weniger
one-more = Eins mehr
more-than = Sicher mehr als { $n }
count-too-large = { $number } ist mehr als { $most }. Enter geht weiter, die Rücktaste löscht eine Ziffer.
count-next = Nach einer getippten Zahl: zur nächsten gefragten Zahl
count-back = Beim Tippen einer Zahl: eine Ziffer löschen
points-less = { $n ->
    [one] { $n } Punkt weniger
   *[other] { $n } Punkte weniger
}
points-more = { $n ->
    [one] { $n } Punkt mehr
   *[other] { $n } Punkte mehr
}
points-zero = 0 Punkte
picture = Bild
open-large = Bild groß öffnen
viewer-hint = Mausrad oder + −: Größe · Ziehen oder Pfeiltasten: verschieben
viewer-hint-touch = Zwei Finger: Größe · Ziehen: verschieben · Tippen: schließen
viewer-hint-several = ← → wechseln die Bilder · Mausrad oder + − vergrößern · Ziehen verschiebt
viewer-hint-several-touch = Tippen wechselt das Bild · zwei Finger vergrößern · Ziehen verschiebt
viewer-wipe = Mit Trennlinie vergleichen
pictures-closer = Alle Bilder vergrößern
pictures-farther = Verkleinern
pictures-full-screen = Bilder im Vollbild
clip = Video
clip-bar = Videos abspielen
clip-play = Abspielen
clip-pause = Anhalten
clip-play-pause = Videos abspielen oder anhalten
clip-frame-back = Ein Bild zurück
clip-frame-on = Ein Bild vor
clip-seek = Position
clip-speed = Geschwindigkeit
clip-fill = Vollbild
clip-sound-off = Ton aus
clip-sound-on = Ton an
clip-sound-of = Ton von { $name }
clip-unplayable = Dieser Browser kann das Video nicht abspielen. Bitte überspringen Sie die Aufgabe und schreiben Sie das dazu.
clips-watched = Bis zum Ende gesehen
clips-to-watch = Vor der Antwort bis zum Ende ansehen.
clips-to-watch-one = Auch { $name } bis zum Ende ansehen.
clips-unwatched = Bitte sehen Sie jedes Video bis zum Ende an, bevor Sie antworten.
list-comma = ,{" "}
back-unreachable = Diese Antwort lässt sich ohne Verbindung nicht anzeigen.
already-given = Eine Aufgabe war schon in einem anderen Fenster beantwortet. Es gilt die Antwort von dort.
closed-late = Die Studie wurde beendet, bevor Ihre letzte Änderung ankam.
not-taken = Der Server hat eine Ihrer Antworten nicht angenommen: { $problem }

## screens

loading = Wird geladen …
loading-share = Wird geladen … { $percent } %
loading-slow = Die Dateien dieser Aufgabe sind groß für diese Verbindung. Die nächsten werden geladen, während Sie arbeiten.
start = Beginnen
continue = Weiter
read-guideline = Anleitung lesen
welcome-saved = Jede Antwort wird sofort gespeichert, auch wenn die Verbindung abbricht.
welcome-back = Sie können zurückgehen, Antworten ändern und jederzeit aufhören.
welcome-pay-fixed = Für den Abschluss der Studie erhalten Sie { $amount }.
welcome-pay-hourly =
    Sie erhalten { $amount } pro Stunde; das Lesen zählt als { $minutes ->
        [one] { $minutes } Minute
       *[other] { $minutes } Minuten
    }.
welcome-keys = Alles geht auch mit der Tastatur; mit ? sehen Sie die Tasten.
have-code = Mit einem Code von einem anderen Gerät weitermachen
your-code = Ihr Code
code-help = Mit diesem Code können Sie anderswo weitermachen, oder hier, nachdem der Browser geleert wurde.
refused-invite-needed = An dieser Studie kann nur teilnehmen, wer eingeladen ist. Öffnen Sie den Link, den Sie bekommen haben.
refused-invite-not-valid = Diese Einladung gilt nicht mehr. Bitten Sie die Person, von der Sie sie haben, um eine neue.
refused-resume-code-unknown = Diesen Code hat in dieser Studie niemand. Bitte prüfen Sie ihn Zeichen für Zeichen.
refused-too-many-attempts = Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.
refused-busy = Gerade beginnen sehr viele Menschen. Bitte versuchen Sie es gleich noch einmal.
refused-platform-id-needed = Dieser Link sagt nicht, wer Sie sind. Öffnen Sie die Studie von der Seite der Plattform aus, die Sie eingeladen hat.
refused-platform-preview = Das ist nur eine Vorschau. Nehmen Sie die Studie zuerst auf der Plattform an und öffnen Sie sie dann von dort.
refused-platform-id-shape = Dieser Link enthält keine Prolific-ID; sie hat 24 Ziffern und Buchstaben von a bis f. Öffnen Sie die Studie von ihrer Seite bei Prolific aus.
refused-platform-id-taken = Mit dieser Kennung hat schon jemand begonnen. Machen Sie in dem Browser weiter, in dem Sie begonnen haben, oder geben Sie den Code ein, den Sie dort bekommen haben.
refused-answer-changed-too-often = Diese Antwort wurde so oft geändert, wie es möglich ist. Es gilt die letzte Änderung.
refused-consent-changed = Der Text wurde geändert, während Sie ihn gelesen haben. Bitte lesen Sie ihn noch einmal.
refused-study-closed = Die Studie ist beendet und nimmt keine Antworten mehr an.
refused-study-unknown = Diese Studie gibt es auf diesem Server nicht. Öffnen Sie noch einmal den Link, den Sie bekommen haben.
refused-not-found = Das Gesuchte gibt es nicht oder nicht mehr.
refused-token-unknown = Der Server kennt diesen Browser nicht mehr. Geben Sie Ihren Code ein, um weiterzumachen.
refused-rater-unknown = Unter diesem Namen nimmt niemand an der Studie teil. Geben Sie Ihren Code ein, um weiterzumachen.
refused-rater-withdrawn = Sie haben die Studie verlassen, und Ihre Antworten wurden gelöscht.
refused-lease-unknown = Diese Aufgabe gehört nicht Ihnen, oder nicht mehr. Laden Sie die Seite neu, um weiterzumachen.
refused-consent-needed = Bitte lesen Sie zuerst, was die Teilnahme bedeutet, und stimmen Sie zu.
refused-message-text = Dieser Text ist leer oder länger, als der Server annimmt.
refused-answer-unwatched = Nicht jedes Video wurde bis zum Ende abgespielt. Bitte sehen Sie jedes bis zum Ende an, und antworten Sie dann.
refused-answer-missing = Das ist noch nicht beantwortet.
refused-answer-bad-value = Diese Antwort lässt sich so nicht speichern. Bitte sehen Sie sie noch einmal an.
refused-answer-breaks-rule = Diese Antworten passen nicht zusammen.
refused-answer-not-asked = Das ist beantwortet, wird bei Ihren anderen Antworten aber nicht gefragt.
refused-answer-unknown-field = Die Antwort enthält etwas, das hier nicht gefragt ist. Laden Sie die Seite neu und antworten Sie noch einmal.
refused-answer-bad-shape = Die Antwort hat nicht die Form, die hier gefragt ist. Laden Sie die Seite neu und antworten Sie noch einmal.
refused-answer-bad-id = Die Antwort kam ohne gültige Kennung an. Laden Sie die Seite neu und antworten Sie noch einmal.
refused-answer-id-reused = Eine andere Antwort hat schon dieselbe Kennung, und sie gilt. Laden Sie die Seite neu und antworten Sie noch einmal.
refused-answer-meta-too-large = Die Seite hat neben der Antwort zu viel gesendet. Laden Sie die Seite neu und antworten Sie noch einmal.
refused-sheet-unknown = Diese Fragen werden in dieser Studie nicht gestellt. Laden Sie die Seite neu, um weiterzumachen.
refused-request-invalid = Der Server kann nicht lesen, was diese Seite gesendet hat. Laden Sie die Seite neu und versuchen Sie es noch einmal.
refused-request-media-type = Diese Seite hat ihre Daten in einer Form gesendet, die der Server nicht annimmt. Laden Sie die Seite neu und versuchen Sie es noch einmal.
refused-request-too-large = Das Gesendete ist größer, als der Server annimmt.
refused-request-cut-off = Die Verbindung ist beim Senden abgebrochen. Bitte versuchen Sie es noch einmal.
refused-request-headers-too-large = Der Browser sendet zu viele Cookies an diese Adresse. Löschen Sie sie und versuchen Sie es dann noch einmal.
refused-method-not-allowed = Diese Adresse kann so nicht benutzt werden.
refused-cross-site = Das kam von einer anderen Website, deshalb wurde nichts ausgeführt. Öffnen Sie die Seite selbst und versuchen Sie es dann noch einmal.
refused-internal = Auf dem Server ist etwas schiefgegangen. Nichts, was Sie vorher gesendet haben, ist verloren.
refused-shutting-down = Der Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.
refused-database-unavailable = Der Server kommt gerade nicht an seine Daten. Bitte versuchen Sie es gleich noch einmal.
refused-media-store-unavailable = Die Bilder sind gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.
refused-media-altered = Dieses Bild kann gerade nicht gezeigt werden. Bitte machen Sie mit einem anderen weiter.
refused-database-damaged = Die Daten dieser Studie sind beschädigt. Bitte sagen Sie es der Studienleitung.
refused-otherwise = Das hat nicht geklappt ({ $code }). Der Server sagt auf Englisch: { $problem }
join-unreachable = Der Server ist nicht erreichbar. Bitte prüfen Sie die Verbindung und versuchen Sie es noch einmal.
signin-again = Der Server kennt diesen Browser nicht mehr. Geben Sie Ihren Code ein, um weiterzumachen; bis dahin bleiben Ihre Antworten hier gespeichert.
done-title = Das war alles. Vielen Dank!
done-text = Sie haben alles bewertet, was es für Sie gab.
done-time = { $n ->
    [one] { $n } Aufgabe
   *[other] { $n } Aufgaben
} beantwortet, in { $minutes ->
    [one] etwa { $minutes } Minute
   *[other] etwa { $minutes } Minuten
} Arbeit.
done-close = Sie können diese Seite jetzt schließen.
answered-count = { $n } beantwortet
review-answers = Meine letzten Antworten ansehen
wait-title = Im Moment ist nichts zu tun
wait-text = Andere arbeiten gerade an den letzten Aufgaben. Wird eine davon frei, erscheint sie hier.
wait-check = Diese Seite prüft das von selbst.
check-now = Jetzt prüfen
paused-title = Die Studie macht Pause
paused-text = Die Studienleitung hat sie angehalten. Ihre Antworten sind sicher; diese Seite macht von selbst weiter.
closed-title = Die Studie ist beendet
closed-text = Vielen Dank für Ihre Teilnahme. Es werden keine weiteren Antworten gebraucht.
offline-title = Keine Verbindung
offline-text = Sie haben alles beantwortet, was geladen war. Die nächsten Aufgaben kommen, sobald die Verbindung wieder steht.
pictures-title = Das nächste Bild konnte nicht geladen werden
pictures-text = Wir versuchen es gleich noch einmal.
try-again = Noch einmal versuchen
elsewhere-title = Sie arbeiten in einem anderen Tab
elsewhere-text = Damit Ihre Antworten in Ordnung bleiben, arbeitet immer nur ein Tab.
use-this-tab = Stattdessen hier arbeiten
left-title = Bis später
left-text = Die offenen Aufgaben wurden zurückgegeben. Sie können jederzeit auf diese Seite zurückkommen.
withdrawn-title = Sie sind zurückgetreten
withdrawn-text = Alle Ihre Antworten wurden gelöscht. Sie können diese Seite schließen.
failed-title = Etwas ist schiefgegangen
needs-script = Diese Seite braucht JavaScript. Bitte schalten Sie es ein und laden Sie die Seite neu.

## menu

language = Sprache
theme = Darstellung
theme-auto = Wie System
theme-light = Hell
theme-dark = Dunkel
contact = Fragen?
leave = Für jetzt aufhören
someone-else = Ich bin jemand anderes
withdraw = Zurücktreten und löschen
withdraw-title = Alle Ihre Antworten löschen?
withdraw-text = Sie verlassen die Studie, und alle Ihre Antworten werden gelöscht. Das lässt sich nicht rückgängig machen.
withdraw-confirm = Löschen und verlassen
withdraw-failed = Das hat den Server nicht erreicht. Es wurde nichts gelöscht; bitte versuchen Sie es noch einmal.

## landing, sign-in, errors

demo-title = Beholder läuft
demo-text = Fertige Studien zum Ausprobieren. Bewerten Sie ein paar Aufgaben und sehen Sie sich dann die Seite der Studienleitung an. Wenn Sie die Demo beenden, wird alles gelöscht.
rate-now = Bewerten
coordinate = Studienleitung
finished-title = Was dabei herauskommt
finished-text = Dieselben Studien, fertig und beendet. Geantwortet haben simulierte Teilnehmende, sorgfältige und einer oder zwei, die kaum hingesehen haben. So sehen Sie, was die Seiten und der Bericht aus beiden machen.
finished-simulated = Simulierte Teilnehmende
finished-facts =
    { $answers ->
        [one] { $answers } Antwort
       *[other] { $answers } Antworten
    } von { $raters ->
        [one] { $raters } simulierten Person
       *[other] { $raters } simulierten Personen
    }
finished-report = Bericht
finished-results = Ergebnisse
finished-raters = Teilnehmende
finished-agreement = Übereinstimmung
finished-exports = Exporte
finished-awaited = { $n ->
    [one] { $n } wird vorbereitet …
   *[other] { $n } werden vorbereitet …
}
running-title = Beholder läuft
running-text = Wer bewertet, öffnet den Link, den er bekommen hat. Die Studienleitung meldet sich an.
signin = Anmelden
error-400 = Das hat nicht geklappt
error-400-do = Gehen Sie zurück und versuchen Sie es noch einmal. Geschieht es wieder, sagen Sie der Person, von der Sie den Link haben, was unten steht.
error-403 = Das können Sie nicht öffnen
error-403-do = Der Link ist vielleicht abgelaufen oder wurde schon benutzt. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.
error-404 = Unter dieser Adresse gibt es nichts
error-404-do = Vielleicht ist sie vertippt oder nicht mehr in Gebrauch. Öffnen Sie den Link, den Sie bekommen haben, noch einmal; führt er wieder hierher, sagen Sie es der Person, von der Sie ihn haben.
error-410 = Das ist nicht mehr offen
error-410-do = Die Studie ist zu Ende, oder Sie haben sie verlassen. Sie müssen nichts weiter tun.
error-421 = Dieser Server kennt sich nicht unter diesem Namen
error-421-do = Diese Seite gibt Links aus, und sie dürfen nicht zu einem Rechner führen, den nur die Anfrage nennt. Starten Sie den Server mit --address und der Adresse neu, die andere öffnen, oder öffnen Sie diese Seite unter der IP-Adresse des Rechners.
error-429 = Zu viele Versuche
error-429-do = Warten Sie eine Minute und versuchen Sie es dann noch einmal.
error-500 = Auf dem Server ist etwas schiefgegangen
error-500-do = Nichts, was Sie vorher gesendet haben, ist verloren. Versuchen Sie es noch einmal; geschieht es wieder, sagen Sie der Studienleitung, was unten steht.
error-503 = Der Server ist gerade nicht bereit
error-503-do = Nichts, was Sie vorher gesendet haben, ist verloren. Warten Sie ein paar Sekunden und versuchen Sie es dann noch einmal.
error-details = Einzelheiten
error-exact = Auf Englisch
error-code = Code

## the rater's journey

practice-number = Übung { $n } von { $all }
qualification-number = Test { $n } von { $all }
consent-title = Bevor Sie teilnehmen
consent-warning = Bitte beachten
consent-agree = Ich bin einverstanden und nehme teil
consent-decline = Ich nehme nicht teil
declined-title = Das ist in Ordnung
declined-text = Sie haben nicht teilgenommen, und es ist nichts über Sie gespeichert. Sie können diese Seite schließen.
declined-back = Zurück zum Anfang
before-title = Zuerst ein paar Fragen
before-text = Sie werden einmal gestellt und helfen, die Ergebnisse zu verstehen.
after-title = Zum Schluss ein paar Fragen
after-text = Alle Aufgaben sind erledigt. Mit diesen Fragen ist Ihr Teil abgeschlossen.
guideline-first = So wird bewertet
guideline-done = Gelesen, beginnen
page-next = Nächste Seite
page-back = Vorige Seite
page-of = Seite { $n } von { $all }
changed-title = Die Anleitung hat sich geändert
changed-text = Bitte lesen Sie, was neu ist, bevor Sie weitermachen.
changed-whole = Alles lesen
practice-checking = Ihre Antwort wird verglichen …
practice-passed = Richtig
practice-passed-as = Richtig (erwartet: { $expected })
practice-failed = Nicht ganz
practice-expected = Nicht ganz, erwartet: { $expected }
practice-yours = Sie: { $answer }
list-or = {" "}oder{" "}
list-semicolon = ;{" "}
expected-together = { $list } zusammen
expected-alone = { $list } allein
expected-between = { $low } bis { $high }
expected-least = { $n } oder mehr
expected-most = { $n } oder weniger
break-title = Zeit für eine Pause
break-worked = { $n ->
    [one] Sie haben { $n } Minute gearbeitet.
   *[other] Sie haben { $n } Minuten gearbeitet.
}
break-text = Sehen Sie aus dem Fenster, strecken Sie sich, trinken Sie etwas. Es geht weiter, wo Sie waren.
break-skip = Ohne Pause weiter
session-title = Sie haben lange genug gearbeitet
session-text = Wer müde ist, urteilt schlechter. Bitte ruhen Sie sich länger aus; danach geht es auf dieser Seite weiter, wo Sie aufgehört haben.
day-title = Das ist alles für heute
day-text = Sie haben erreicht, was in dieser Studie an einem Tag möglich ist. Kommen Sie morgen wieder; es geht weiter, wo Sie waren.
visit-title = Das ist alles für dieses Mal
visit-text = Die Aufgaben für einen Besuch sind erledigt. Kommen Sie später wieder; es geht weiter, wo Sie waren.
screened-title = Vielen Dank für Ihre Zeit
screened-text = Diese Studie braucht Menschen, die die ersten Aufgaben ähnlich beurteilen wie ihre Fachleute. Diesmal hat es nicht gepasst; das sagt nichts über Sie.
warned-title = Ein Wort zu Ihren Antworten
warning-text = Bei einigem, was Sie beurteilen, ist die Antwort bekannt; es steht unerkannt zwischen dem Übrigen. Mehr Ihrer Urteile dort als üblich waren anders als erwartet. Bitte nehmen Sie sich die Zeit, die Sie brauchen, und lesen Sie die Anleitung noch einmal, wenn etwas unklar ist; Sie können auch jederzeit eine Frage stellen.
warning-end = {" "}Wenn weniger als { $percent } % wie erwartet sind, endet die Studie hier für Sie.
stopped-title = Vielen Dank, Ihr Teil endet hier
stopped-text = Die Studienleitung hat Ihren Teil beendet. Was Sie gesendet haben, ist angekommen und bleibt gespeichert. Wenn Sie eine Frage haben, wenden Sie sich bitte an sie.
checks-title = Ihr Teil endet hier
checks-text = Bei einigen Aufgaben ist die Antwort bekannt, und zu viele Ihrer Antworten waren anders. Was Sie gesendet haben, ist angekommen. Wenn Sie das für einen Irrtum halten, sagen Sie es bitte der Studienleitung.
skips-text =
    Sie haben bisher { $skipped } von { $met ->
        [one] { $met } Aufgabe
       *[other] { $met } Aufgaben
    } übersprungen. Wer mehr als { $percent } % überspringt, schließt die Studie nicht ab. Wenn sich eine Aufgabe nicht so beurteilen lässt, wie es die Anleitung verlangt, stellen Sie bitte eine Frage.
uncompleted-title = Ihr Teil endet hier
uncompleted-lead = In dieser Studie gibt es für Sie nichts mehr zu bewerten. Ihre Antworten bleiben gespeichert.
uncompleted-text =
    Sie haben { $skipped } von { $met ->
        [one] { $met } Aufgabe
       *[other] { $met } Aufgaben
    } übersprungen, mehr als die erlaubten { $percent } %. Deshalb gilt die Studie als nicht abgeschlossen. Wenn Sie das für einen Irrtum halten, sagen Sie es bitte der Studienleitung.
fast-text = { $fast } Ihrer { $answered } Antworten kamen schneller, als jemand ansehen kann, was gezeigt wird. Wenn das bei mehr als { $percent } % Ihrer Antworten so ist, haben Sie die Studie nicht abgeschlossen. Wenn Sie das für einen Irrtum halten, sagen Sie es bitte der Studienleitung.
finish-without-code = Hierfür gibt es keinen Code. Bitte wenden Sie sich über die Plattform oder wie oben genannt an die Studienleitung.
finish-code = Ihr Abschlusscode
finish-return = Zurück zur Plattform
copy = Kopieren
copied = Kopiert.
copy-by-hand = Ausgewählt: mit Strg+C oder ⌘C kopieren.

## questions, replies, trials passed over

help = Hilfe
help-news = Hilfe, { $n } neu
messages = Nachrichten
help-what = Was möchten Sie tun?
help-ask = Fragen
help-skip = Überspringen
help-broken = Melden
help-ask-text = Ihre Frage geht an die Studienleitung, nicht an andere. Die Antwort erscheint hier; Sie können inzwischen weitermachen. Hilft eine Antwort allen, kann sie allen gezeigt werden, aber nie, wer gefragt hat.
help-skip-text = Die Aufgabe geht an jemand anderes, und Sie bekommen sie nicht wieder.
help-broken-text = Nur für Bilder oder Videos, die fehlen, falsch oder nicht zu erkennen sind. Ein schlechtes Ergebnis ist kein Fehler: bitte bewerten Sie es.
help-about = Die Aufgabe auf dem Bildschirm wird mitgesendet.
help-words = In Ihren Worten
help-choose = Bitte wählen Sie einen Grund.
help-write = Bitte schreiben Sie ein paar Worte.
help-unreachable = Das hat den Server nicht erreicht. Bitte versuchen Sie es noch einmal, wenn die Verbindung wieder steht.
help-sent = Gesendet. Vielen Dank.
skip-trial = Diese Aufgabe überspringen, mit Grund
skip-confirm = Aufgabe überspringen
skipped = Übersprungen. Jemand anderes bekommt sie.
broken-confirm = Melden und weiter
reported = Gemeldet, vielen Dank. Hier ist die nächste.
send = Senden
skip-why = Warum?
skip-cannot-judge = Ich kann das nicht beurteilen
skip-known = Ich kenne dieses Bild oder wer es gemacht hat
skip-known-clip = Ich kenne dieses Video oder wer es gemacht hat
skip-disturbing = Es belastet mich
skip-other = Ein anderer Grund
message-question = Ihre Frage
message-broken = Ihre Meldung
message-reply = Antwort
message-clarification = Für alle
message-warning = Zu Ihren Antworten
message-skips = Zu übersprungenen Aufgaben
message-fast = Zu Ihrem Tempo
message-uncompleted = Nicht abgeschlossen
message-stop = Das Ende Ihres Teils
message-notice = Von der Studienleitung

## what lies ahead, and the screens between the stages

welcome-length =
    Etwa { $minutes ->
        [one] { $minutes } Minute
       *[other] { $minutes } Minuten
    } insgesamt, mit etwa { $n ->
        [one] { $n } Aufgabe
       *[other] { $n } Aufgaben
    }.
welcome-endless = Es gibt mehr Aufgaben, als man auf einmal bewerten kann. Machen Sie so viele, wie Sie möchten.
run-by = Durchgeführt von { $who }.
steps-title = Was kommt
step-consent = Was die Teilnahme bedeutet, und Ihre Einwilligung
step-before = Ein paar Fragen
step-guideline = So wird bewertet: etwa { $minutes } min zu lesen
step-practice = Übung: { $n ->
    [one] { $n } Aufgabe, nach der Sie die erwartete Antwort sehen
   *[other] { $n } Aufgaben; nach jeder sehen Sie die erwartete Antwort
}
step-practice-untold = Übung: { $n ->
    [one] { $n } Aufgabe
   *[other] { $n } Aufgaben
}
step-test = Ein Test: { $n ->
    [one] { $n } Aufgabe, die entscheidet, ob Sie weitermachen
   *[other] { $n } Aufgaben, die entscheiden, ob Sie weitermachen
}
step-trials = Was zählt: etwa { $n ->
    [one] { $n } Aufgabe
   *[other] { $n } Aufgaben
}, etwa { $minutes } min
step-trials-endless = Was zählt: so viele Aufgaben, wie Sie möchten
step-after = Ein paar letzte Fragen
practice-title = Zuerst etwas Übung
practice-text = { $n ->
    [one] Eine Aufgabe zum Eingewöhnen. Danach
   *[other] { $n } Aufgaben zum Eingewöhnen. Nach jeder
} sehen Sie die erwartete Antwort und den Grund. Nichts davon zählt, und niemand beurteilt Sie danach.
practice-text-untold = { $n ->
    [one] Eine Aufgabe
   *[other] { $n } Aufgaben
} zum Eingewöhnen. Nichts davon zählt, und niemand beurteilt Sie danach.
practice-begin = Übung beginnen
test-title = Jetzt ein Test
test-text = { $n ->
    [one] Eine Aufgabe, deren
   *[other] { $n } Aufgaben, deren
} erwartete Antworten Sie nicht erfahren. Der Test entscheidet, ob Sie an der Studie teilnehmen.
test-needed-share = { $percent ->
    [100] Alle Ihre Antworten müssen dem Urteil von Fachleuten entsprechen.
   *[other] Mindestens { $percent } % Ihrer Antworten müssen dem Urteil von Fachleuten entsprechen.
}
test-needed-kappa = Ihre Antworten müssen dem Urteil von Fachleuten nahekommen (gewichtetes Kappa von mindestens { $value }).
test-attempts = { $n ->
    [one] Sie haben einen Versuch.
   *[other] Sie haben { $n } Versuche.
}
test-otherwise = Sonst endet die Studie dort für Sie.
test-begin = Test beginnen
again-title = Noch nicht
again-text = Diesmal entsprachen zu wenige Ihrer Antworten dem Urteil der Fachleute. { $n ->
    [one] Sie haben noch einen Versuch
   *[other] Sie haben noch { $n } Versuche
} mit denselben Aufgaben. Nehmen Sie sich Zeit, und lesen Sie die Anleitung noch einmal, wo Sie unsicher waren.
again-begin = Noch einmal versuchen
counts-title = Jetzt zählt es
counts-passed = Sie haben den Test bestanden.
counts-text =
    Ab hier gehören Ihre Antworten zur Studie: etwa { $n ->
        [one] { $n } Aufgabe
       *[other] { $n } Aufgaben
    }, etwa { $minutes ->
        [one] { $minutes } Minute
       *[other] { $minutes } Minuten
    }.
counts-text-endless = Ab hier gehören Ihre Antworten zur Studie. Machen Sie so viele Aufgaben, wie Sie möchten.
counts-rest = Sie erfahren nun nicht mehr, was erwartet wurde. Sie können weiterhin zurückgehen, Fragen stellen und jederzeit aufhören.
counts-begin = Beginnen
wait-finish = Sie müssen nicht warten: Ihr Teil ist getan, Sie können jetzt abschließen.
finish-now = Jetzt abschließen
finish-code-why = Er zeigt, dass Sie teilgenommen haben. Geben Sie ihn dort ein, wo nach einem Code gefragt wird.
full-title = Es ist kein Platz mehr frei
full-text = Alle Plätze dieser Studie sind vergeben. Danke, dass Sie gekommen sind.
refused-study-full = Alle Plätze dieser Studie sind vergeben.
someone-else-title = Bewertet hier gleich jemand anderes?
someone-else-text = Ihre Antworten bleiben unter diesem Code, und nur mit ihm können Sie später weitermachen. Bitte kopieren oder notieren Sie ihn.
someone-else-confirm = Übergeben
optional = (freiwillig)
