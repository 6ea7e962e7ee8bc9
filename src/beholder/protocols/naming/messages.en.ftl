naming-picture = Picture with a red box around one object
naming-too-long = A name has at most { $most } characters; this one has { $n }.
naming-to-field = Back to typing a name
