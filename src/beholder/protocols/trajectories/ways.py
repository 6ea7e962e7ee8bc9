"""How the sides of the worked examples go about it: each is one way of looking at a scene, good or bad."""

from __future__ import annotations

from beholder.protocols.trajectories.agents import Sketch, union


def hotel_sky(sketch: Sketch) -> str:
    """Three looks at the sky come first."""
    for x in (40, 105, 640):
        sketch.do("SEGMENT_OBJECT_AT", (x, 30), "Found: sky", "")
    hotel = sketch.scene.named("building")
    sketch.do("SEGMENT_OBJECT_AT", hotel.point, "Found: building", "")
    sketch.do("READ_TEXT", (hotel.point[0], hotel.point[1] + 100), "Text: HOTEL", "")
    return "This is a hotel"


def hotel_straight(sketch: Sketch) -> str:
    """Straight to the building, with a check."""
    hotel = sketch.scene.named("building")
    sketch.do("SEGMENT_OBJECT_AT", hotel.point, "Found: building", "The question is about the large building.")
    sketch.do("READ_TEXT", (hotel.point[0], hotel.point[1] + 100), "Text: HOTEL", "A name above the door will tell.")
    sketch.do("GET_PROPERTIES", hotel.point, "kind: building, floors: 4", "Many floors of windows fit a hotel.")
    return "A hotel"


def stop_car(sketch: Sketch) -> str:
    """A conclusion against its own evidence."""
    sign = sketch.scene.named("sign")
    sketch.do("READ_TEXT", sign.point, "Text: STOP", "")
    sketch.do("SEGMENT_OBJECT_AT", sign.point, "Found: red sign", "")
    return "This is a car"


def stop_sign(sketch: Sketch) -> str:
    """Finds it and reads it."""
    sign = sketch.scene.named("sign")
    sketch.do("SEGMENT_OBJECT_AT", sign.point, "Found: red sign", "I look at the thing in the middle.")
    sketch.do("READ_TEXT", sign.point, "Text: STOP", "There is writing on it; I read it.")
    return "A stop sign"


def careful_miscount(sketch: Sketch) -> str:
    """Careful, and wrong by one."""
    balls = list(sketch.scene.of("ball"))
    sketch.zoom(union(balls, sketch.scene), "All balls lie in the lower half, so I go nearer.")
    for number, ball in enumerate(balls, 1):
        sketch.segment(ball, f"Ball number {number}; I check its colour before I count it.")
    sketch.segment(sketch.scene.named("dog"), "The dog is orange. It might hide a ball, so I look there as well.")
    sketch.steps.append({"reasoning": "Two balls are red for certain. The dog may hide a third one, so I say three."})
    return "3"


def lucky_guess(sketch: Sketch) -> str:
    """Right by luck."""
    sketch.segment(sketch.scene.named("dog"), "A dog. Pictures like this often have two red balls.")
    return "2"


def count_red(sketch: Sketch) -> str:
    """Straight to what is asked."""
    red = list(sketch.scene.of("ball", colour="red"))
    sketch.zoom(union(list(sketch.scene.of("ball")), sketch.scene), "The balls lie in this part of the picture.")
    for number, ball in enumerate(red, 1):
        sketch.segment(ball, f"Red ball number {number}.")
    return "2"


def count_cut(sketch: Sketch) -> None:
    """Ends in the middle."""
    red = list(sketch.scene.of("ball", colour="red"))
    sketch.zoom(union(list(sketch.scene.of("ball")), sketch.scene), "The balls lie in this part of the picture.")
    sketch.segment(red[0], "Red ball number 1.")


def count_padded(sketch: Sketch) -> str:
    """Long without learning more."""
    for _ in range(7):
        sketch.background("Let me be thorough and look here too.")
    red = list(sketch.scene.of("ball", colour="red"))
    for ball in [*red, *red]:
        sketch.segment(ball, "I look at this ball.")
    return "2"


def circular(sketch: Sketch) -> str:
    """The wrong operation, again and again."""
    cup = sketch.scene.named("cup")
    for _ in range(5):
        sketch.do("READ_TEXT", cup.point, "No text found", "I try to read the colour.")
    return "blue"


def cup_colour(sketch: Sketch) -> str:
    """The operation that fits."""
    cup = sketch.scene.named("cup")
    sketch.segment(cup, "I find the cup.")
    sketch.properties(cup, "Its properties tell the colour.")
    return "blue"


def recovers(sketch: Sketch) -> str:
    """Notices a mistake and mends it."""
    cup, bowl = sketch.scene.named("cup"), sketch.scene.named("bowl")
    sketch.segment(bowl, "This should be the cup.")
    sketch.segment(cup, "That was a bowl, so I was wrong. The cup must be further right.")
    sketch.properties(cup, "This is the cup; now its colour.")
    return "blue"


def ignores(sketch: Sketch) -> str:
    """Goes on with a mistake it was told of."""
    bowl = sketch.scene.named("bowl")
    sketch.segment(bowl, "This should be the cup.")
    sketch.properties(bowl, "Now the colour of the cup.")
    return "white"


def misspelt(sketch: Sketch) -> str:
    """Good reasoning, bad spelling."""
    cup = sketch.scene.named("cup")
    sketch.segment(cup, "i find teh cup frist")
    sketch.properties(cup, "teh properteis say its collor")
    return "bleu"


def polished(sketch: Sketch) -> str:
    """Fine words, and a contradiction."""
    cup = sketch.scene.named("cup")
    sketch.segment(cup, "First of all, I shall locate the cup with due care.")
    sketch.properties(cup, "Its properties state beyond doubt that it is blue.")
    sketch.steps.append({"reasoning": "It follows that the cup is green."})
    return "Green."


def zooms_to_the_book(sketch: Sketch) -> str:
    """From coarse to fine."""
    table, book = sketch.scene.named("table"), sketch.scene.named("book")
    sketch.zoom(union([table, book], sketch.scene), "Books lie on tables, so I look at the table as a whole first.")
    sketch.segment(book, "Something flat lies on it; this is a book.")
    sketch.properties(book, "Now its colour.")
    return "green"


def details_first(sketch: Sketch) -> str:
    """Odd details, and the thing itself last."""
    lamp, sofa, book = (sketch.scene.named(name) for name in ("lamp", "sofa", "book"))
    sketch.properties(lamp, "I check the lamp.")
    sketch.properties(sofa, "And the size of the sofa.")
    sketch.background("The wall may matter.")
    sketch.properties(book, "Here is a book.")
    return "green"


def tests_its_guess(sketch: Sketch) -> str:
    """A guess, put to the test."""
    cat, sofa = sketch.scene.named("cat"), sketch.scene.named("sofa")
    sketch.segment(sofa, "Cats like sofas: if there is one, it is probably there. I test that.")
    sketch.segment(cat, "Not on the sofa, so the guess was wrong. There is something in front of it: a cat.")
    sketch.properties(cat, "The size and the colour fit a cat. I am sure now.")
    return "yes"


def keeps_its_guess(sketch: Sketch) -> str:
    """A guess that nothing was asked of."""
    sketch.segment(sketch.scene.named("sofa"), "There is a sofa. Where there is a sofa, there is a cat.")
    return "yes"


def counts_cars(sketch: Sketch) -> str:
    """Everything that could count, one by one."""
    cars = list(sketch.scene.of("car"))
    sketch.zoom(union(cars, sketch.scene), "The cars stand along the road, so I look at the whole of it.")
    for number, car in enumerate(cars, 1):
        sketch.segment(car, f"Car number {number}.")
    return "3"


def one_glance(sketch: Sketch) -> str:
    """An answer before there is enough to go on."""
    sketch.segment(next(iter(sketch.scene.of("car"))), "A car. One car it is.")
    return "1"


def forgets_what_it_found(sketch: Sketch) -> str:
    """All results are there, and none is used."""
    cars = list(sketch.scene.of("car"))
    for number, car in enumerate(cars, 1):
        sketch.segment(car, f"Car number {number}.")
    sketch.steps.append({"reasoning": "Streets like this one usually have two cars, so I say two."})
    return "2"


def denies_and_uses_the_cat(sketch: Sketch) -> str:
    """Says two things that cannot both be true, twice."""
    cat, sofa = sketch.scene.named("cat"), sketch.scene.named("sofa")
    sketch.segment(cat, "There is no cat in this room.")
    sketch.segment(sofa, "The cat I found before sits here.")
    sketch.properties(cat, "Since there is no cat, I look up its colour.")
    return "yes"


def looks_for_the_cat(sketch: Sketch) -> str:
    """The likely places, then the thing itself."""
    cat = sketch.scene.named("cat")
    sketch.zoom(
        union([cat, sketch.scene.named("sofa")], sketch.scene), "An animal would be on the floor or on the sofa."
    )
    sketch.segment(cat, "Here is one; I check what it is.")
    return "yes"


def counts_cars_in_silence(sketch: Sketch) -> str:
    """The right steps, and not a word on why."""
    cars = list(sketch.scene.of("car"))
    sketch.zoom(union(cars, sketch.scene), "")
    for car in cars:
        sketch.segment(car, "")
    return "3"


def counts_cars_in_words(sketch: Sketch) -> str:
    """As `counts_cars`, with the number written out."""
    counts_cars(sketch)
    return "There are three of them."


def cup_after_a_detour(sketch: Sketch) -> str:
    """One look beside the point, which costs next to nothing."""
    sketch.segment(sketch.scene.named("apple"), "An apple; not what I am after.")
    return cup_colour(sketch)


def counts_blue_carefully(sketch: Sketch) -> str:
    """Right by the picture, whatever the reference says."""
    balls = list(sketch.scene.of("ball"))
    sketch.zoom(union(balls, sketch.scene), "I look at all balls and keep the blue ones.")
    for ball in balls:
        sketch.segment(ball, f"This one is {ball.colour}.")
    sketch.steps.append({"reasoning": "Of three balls one is blue."})
    return "1"


def agrees_with_the_reference(sketch: Sketch) -> str:
    """Says what the reference says, and has not looked."""
    sketch.background("Balls are somewhere on the grass, two of them surely blue.")
    return "2"


def wanders_off(sketch: Sketch) -> str:
    """Grass, sky and a dog, then a number."""
    for _ in range(4):
        sketch.background("Maybe here.")
    sketch.segment(sketch.scene.named("dog"), "A dog.")
    return "5"


def guesses_from_the_dog(sketch: Sketch) -> str:
    """One thing beside the point, again and again, then a number."""
    for _ in range(4):
        sketch.segment(sketch.scene.named("dog"), "Is this a ball?")
    return "4"


def settles_the_doubt(sketch: Sketch) -> str:
    """Looks at what could be mistaken, too."""
    red = list(sketch.scene.of("ball", colour="red"))
    sketch.zoom(union(list(sketch.scene.of("ball")), sketch.scene), "All balls lie in this part.")
    for number, ball in enumerate(red, 1):
        sketch.segment(ball, f"Red ball number {number}.")
    sketch.segment(sketch.scene.named("ball-blue"), "This one could be red in a bad light; no, it is blue.")
    sketch.segment(sketch.scene.named("dog"), "The reddish thing at the back is a dog, not a ball.")
    return "2"
