counting-question = Wie viele { $object } sind zu sehen?
counting-go-count = Zur Anzahl
counting-go-clipped = Zur Zahl der am Rand abgeschnittenen Objekte
counting-one-more = Eins mehr
counting-one-less = Eins weniger
counting-large = Bild im ganzen Fenster
