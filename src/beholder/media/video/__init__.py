"""Clips: MP4 and WebM files read by a small reader of our own, proven playable, and stripped of all but what plays."""

from beholder.media.video.animation import ANIMATED, is_animation, write_animation
from beholder.media.video.video_file import VideoFile, VideoLimits, read_video, stripped_clip
from beholder.media.video.video_intake import ClipReceipt, ClipsTaken, take_in_clips
from beholder.media.video.video_survey import ClipSource, VideoSurvey, clip_leaks, survey_clips

__all__ = [
    "ANIMATED",
    "ClipReceipt",
    "ClipSource",
    "ClipsTaken",
    "VideoFile",
    "VideoLimits",
    "VideoSurvey",
    "clip_leaks",
    "is_animation",
    "read_video",
    "stripped_clip",
    "survey_clips",
    "take_in_clips",
    "write_animation",
]
