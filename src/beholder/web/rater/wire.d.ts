/**
 * What the rater's API takes and gives, for the type checker and for editors; pages are not served this file.
 * Written from the models beside it by `make docs`.
 */
// [[[cog
// from docs import typescript
// from beholder.web.rater import journey_models, trial_models
// cog.out("\n" + typescript.interfaces(trial_models, journey_models))
// ]]]

/** An answer. `elapsed_ms` runs from first paint to submit, `age_ms` from submit to sending. */
export interface AnswerBody {
  lease: string;
  payload: Record<string, any>;
  meta?: Record<string, any>;
  revises?: string;
  elapsed_ms?: number;
  active_ms?: number;
  age_ms?: number;
  guideline?: string;
}

/** The answer is on disk. In practice, `feedback` says what was expected and why. */
export interface AnswerSaved {
  answer: string;
  revision: number;
  saved?: true;
  feedback?: Record<string, any> | null;
  standing?: "" | "warned" | "stopped";
}

/** The rater's last answers, newest last. */
export interface Answers {
  answers: GivenAnswer[];
}

/** A question to those who run the study. */
export interface AskBody {
  text: string;
  lease?: string;
  key?: string;
}

/** The rater says that something about the pictures is wrong. */
export interface BrokenBody {
  lease: string;
  text: string;
  key?: string;
}

/** The report is on record; whether the item is shown to nobody now. */
export interface BrokenNoted {
  suspended: boolean;
}

/** The rater agrees to the text with this digest. */
export interface ConsentBody {
  agree: true;
  digest: string;
}

/** What the rater is asked to agree to, as safe HTML, and the digest under which agreement is kept. */
export interface ConsentText {
  html: string;
  warning: string;
  digest: string;
}

/** The one shape of every error. */
export interface Envelope {
  error: ErrorBody;
}

/** The first problem, and the list of all. */
export interface ErrorBody {
  code: string;
  problem: string;
  hint: string;
  where: string;
  problems: ProblemBody[];
}

/** How the rater's part ended: `complete`, `screened_out`, `failed_checks`, `stopped`, `skipped`, `too_fast`, `over_quota`, or `open` while it has not. */
export interface Finish {
  outcome: "open" | "complete" | "screened_out" | "failed_checks" | "stopped" | "skipped" | "too_fast" | "over_quota";
  answered: number;
  code: string;
  redirect: string;
  note?: string;
  minutes?: number;
}

/** The rater ends their part instead of waiting. */
export interface FinishBody {
}

/** An answer the rater gave, to be looked at again. */
export interface GivenAnswer {
  answer: string;
  lease: string;
  revision: number;
  payload: Record<string, any>;
  html: string;
  media: string[];
  sequence: number;
  counts: boolean;
}

/** The guideline in force as safe HTML, and what is new in it since the version before. */
export interface Guideline {
  version: string;
  html: string;
  changes: string;
}

/** The server is up and takes answers; `degraded` if something else is missing, which `code` names. */
export interface Health {
  status: "ok" | "degraded";
  code?: "" | "media-store-unavailable";
}

/** A rater arrives: new, or with the code of an earlier visit. */
export interface JoinBody {
  language?: string;
  invite?: string;
  resume_code?: string;
  platform?: Record<string, string>;
  key?: string;
}

/** The rater's pseudonym, token and resume code. */
export interface Joined {
  token: string;
  rater: string;
  code: string;
  language: string;
}

/** How many trials the page would like to hold. */
export interface LeaseBody {
  want?: number;
  language?: string;
}

/** One trial as a form, and the pictures to load ahead. */
export interface LeasedTrial {
  lease: string;
  html: string;
  media: string[];
  sequence: number;
  practice?: boolean;
  counts?: boolean;
  number?: number;
  of?: number;
  attempt?: number;
}

/** Trials in the order of showing; without any, `reason` says why: wait, done, paused, closed, or what comes first. */
export interface Leases {
  leases: LeasedTrial[];
  reason: string;
  progress: Progress;
  guideline: string;
}

/** The rater goes for now. */
export interface LeaveBody {
}

/** How many trials were handed back. */
export interface Left {
  released: number;
}

/** One message. `mine` if the rater wrote it. */
export interface Message {
  number: number;
  kind: string;
  text: string;
  mine: boolean;
  about: number;
  at: string;
}

/** The rater's questions, the answers to them, and what was published to all. */
export interface Messages {
  messages: Message[];
}

/** It is on record. */
export interface Noted {
  noted?: true;
}

/** The script and the style that the protocol's own page brings; empty where it brings none. */
export interface PageFiles {
  script: string;
  style: string;
}

/** One thing that is wrong, in words, with a stable code. */
export interface ProblemBody {
  code: string;
  problem: string;
  hint: string;
  where: string;
}

/** How far the rater is, and how many trials there are for them at most, checks and repeats among both. */
export interface Progress {
  answered: number;
  total: number | null;
}

/** Questions asked once: as a form, and as what the page needs to check it. */
export interface QuestionSheet {
  name: string;
  html: string;
  form: Record<string, any>;
}

/** All that the page needs to begin. */
export interface Session {
  study: string;
  rater: string;
  code: string;
  title: string;
  description: string;
  instruction: string;
  contact: string;
  language: string;
  languages: [string, string][];
  form: Record<string, any>;
  timing: Record<string, any>;
  params: Record<string, any>;
  guideline: Guideline | null;
  progress: Progress;
  state: "open" | "paused" | "closed";
  page: PageFiles;
  messages: Record<string, string | Record<string, any>>;
  preview: boolean;
}

/** Answers to the questions asked once. */
export interface SheetBody {
  values: Record<string, any>;
}

/** The rater passes a trial over. */
export interface SkipBody {
  lease: string;
  reason: string;
}

/** The trial goes to somebody else. `standing` is `warned` if the rater has skipped so many that they are told so. */
export interface SkipNoted {
  noted?: true;
  standing?: "" | "warned";
}

/** Where the rater is, and what that stage shows: a text to agree to, or questions to answer. */
export interface Stage {
  stage: string;
  stages: string[];
  consent: ConsentText | null;
  sheet: QuestionSheet | null;
}

/** The stage that comes next. */
export interface StageReached {
  stage: string;
}

/** Somebody who could not join because the study is full, with what the link of a crowd platform says. */
export interface TurnedAwayBody {
  platform?: Record<string, string>;
}

/** The rater takes everything back. `confirm` must be true. */
export interface WithdrawBody {
  confirm: true;
}

/** How many answers were erased. */
export interface WithdrawnAnswers {
  erased: number;
}
// [[[end]]]
