regions-nothing = Nichts zu markieren
regions-mark = Auf dem Bild markieren
regions-marking = Klicken Sie auf das Bild, um zu markieren
regions-marking-box = Ziehen Sie auf dem Bild einen Rahmen auf
regions-undo = Rückgängig
regions-remove = Markierung { $n } entfernen
regions-one = Markierung { $n }, { $x } von links, { $y } von oben
regions-one-why = Markierung { $n }, { $x } von links, { $y } von oben: { $reason }
regions-why = Grund
regions-why-of = Grund für Markierung { $n }
regions-choose = Wählen Sie einen Grund
regions-note = Notiz (freiwillig)
regions-note-of = Notiz zu Markierung { $n } (freiwillig)
regions-marks = Markierungen
regions-count =
    { $n ->
        [0] Noch nichts markiert
        [one] { $n } Markierung
       *[other] { $n } Markierungen
    }
regions-most =
    { $n ->
        [one] Höchstens { $n } Markierung ist möglich. Entfernen oder verschieben Sie sie.
       *[other] Höchstens { $n } Markierungen sind möglich. Entfernen oder verschieben Sie eine.
    }
regions-by-keys = Pfeiltasten verschieben eine Markierung, mit Umschalt in kleinen Schritten. Entf entfernt sie.
regions-by-keys-box = Pfeiltasten verschieben einen Rahmen, mit Umschalt in kleinen Schritten. + und − ändern seine Größe. Entf entfernt ihn.
regions-add = Eine Markierung in der Mitte setzen
regions-move = Die Markierung im Fokus verschieben
regions-expected =
    { $n ->
        [one] eine Markierung an der umkreisten Stelle
       *[other] je eine Markierung an den { $n } umkreisten Stellen
    }
