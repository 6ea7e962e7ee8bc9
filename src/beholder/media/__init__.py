"""Pictures, clips and masks: proven, evened out and stripped before a rater sees them. Knows of no study, page or store."""

from beholder.media.digests import file_digests
from beholder.media.intake import Intake, IntakeReceipt, IntakeResult
from beholder.media.mask import Mask, check_mask, decode_mask, encode_mask_png
from beholder.media.mask_facts import MaskFacts, intersection_over_union, mask_facts
from beholder.media.mask_overlay import lay_mask
from beholder.media.mask_values import mask_values
from beholder.media.picture import PictureFile, PictureLimits, open_picture, read_picture
from beholder.media.picture_leaks import mentions, picture_leaks, picture_properties, tells
from beholder.media.strip import strip
from beholder.media.survey import Delivery, PictureSource, Survey, survey
from beholder.media.video import (
    ClipReceipt,
    ClipSource,
    ClipsTaken,
    VideoFile,
    VideoLimits,
    VideoSurvey,
    clip_leaks,
    read_video,
    stripped_clip,
    survey_clips,
    take_in_clips,
)
from beholder.safe_paths import confine

__all__ = [
    "ClipReceipt",
    "ClipSource",
    "ClipsTaken",
    "Delivery",
    "Intake",
    "IntakeReceipt",
    "IntakeResult",
    "Mask",
    "MaskFacts",
    "PictureFile",
    "PictureLimits",
    "PictureSource",
    "Survey",
    "VideoFile",
    "VideoLimits",
    "VideoSurvey",
    "check_mask",
    "clip_leaks",
    "confine",
    "decode_mask",
    "encode_mask_png",
    "file_digests",
    "intersection_over_union",
    "lay_mask",
    "mask_facts",
    "mask_values",
    "mentions",
    "open_picture",
    "picture_leaks",
    "picture_properties",
    "read_picture",
    "read_video",
    "strip",
    "stripped_clip",
    "survey",
    "survey_clips",
    "take_in_clips",
    "tells",
]
