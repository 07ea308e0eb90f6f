import { counting } from '../../../../platform/words/patterns'
import type { GuestPhrases } from './phrases'

const { some } = counting('en-US')

export const english: GuestPhrases = {
  asks: {
    said: /\b(what|when|where) (did|does|has|was|were)\b.*\b(say|says|said|mention|mentioned|talk|talked|tell|told)\b|\bwhat\b.*\bsaid\b|\bdid (anyone|anybody|somebody|someone|they|we) (say|mention|talk)\b/,
    decisions: /\bdecisions?\b|\bdecided?\b|\bagree(d|ments?)?\b/,
    actions:
      /\baction (items?|points?)\b|\bto-?dos?\b|\btasks?\b|\bnext steps?\b|\bfollow-?ups?\b|\b(has|have|needs?) to (do|be done)\b/,
    speakers:
      /\bspeakers?\b|\bwho (spoke|talked|speaks|talks|said)\b|\bwho (is|are|was|were) (speaking|talking|there|they)\b|\bhow many (people|voices)\b|\bparticipants?\b/,
    privacy: /\bwhat happens (to|with)\b|\bhow long\b|\bprivacy\b|\bprivate\b|\bdeleted?\b|\bwho can (see|hear|read)\b/,
    keep: /\bkeep\b|\bsave\b|\bsign(ing)? ?up\b|\bregister\b|\baccount\b|\bclaim\b|\bexport\b|\bdownload\b/,
    upload: /\bupload\b|\brecord\b|\bhow do i (start|begin)\b/,
    summary:
      /\bsummar(y|ise|ize|ies)\b|\bwhat (was it|is it|happened|was this) ?(about)?\b|\bin short\b|\boverview\b|\brecap\b/,
    what: /\bwhat('s| is) (this|wheelhouse|mate|it)\b|\b(who|what) are you\b|\bwheelhouse\b/,
    help: /\bwhat can (you|i|we) (do|ask|answer)\b|\bhelp\b|\bhow does (this|it) work\b|\bhow do (i|you) (use|work)\b/,
  },
  speakerNumber: /\bspeaker (\d{1,3})\b/,
  say: {
    help: [
      'I answer questions about your own recordings. Upload or record one, and ask me:',
      '- *List the decisions* or *List the action items*',
      '- *What did Priya say about the budget?*, *What did speaker 2 say?*',
      '- *Name the speakers*, *Summarise the recording*',
      '- *How do I keep it?*',
      '',
      'Members of a workspace can also ask me about their logbooks, logs and people.',
    ].join('\n'),
    helpNoWords: [
      'I can tell who spoke when in your own recordings. For the words, this server needs a speech model, which it does not have yet. Upload or record one, and ask me:',
      '- *Name the speakers*',
      '- *How do I keep it?*, *What happens to my recording?*',
      '- *What is Wheelhouse?*',
    ].join('\n'),
    greeting:
      'Hello. Upload or record a meeting, and I tell you who said what. *What can you do here?* lists what I can answer.',
    what: 'Wheelhouse is a workspace for teams: logbooks with summaries, recordings of meetings with who said what, and live pictures of screens and cameras. I am Mate, its assistant. As a guest you can try me with a recording of your own.',
    keep: 'Press **Sign up**; it is free. The recording then becomes a private document of yours, with its transcript, the names of the speakers and the summary. Otherwise it is deleted 24 hours after you arrived.',
    privacy:
      'Only you can see your recordings, and only from here. All of it, including what you ask me, is deleted 24 hours after you arrived, unless you sign up and keep it.',
    upload:
      'Choose an audio or video file beside this chat, or record with the microphone. As a guest you can do this three times, with up to 100 MB a file.',
    notUnderstood: 'I did not understand that question.',
    modelHint:
      'I know a fixed set of questions; *What can you do here?* lists them. An operator can connect a language model, and then you can ask freely.',
    perhaps: 'I did not quite understand the question, but its words were said here:',
    noRecording: 'You have no recording yet. Upload one or record a meeting, then ask me again.',
    stillWorking: recording => `I am still listening to ${recording}. Ask me again in a moment.`,
    failed: recording => `${recording} could not be written down. You can try it again beside the recording.`,
    noWords: recording =>
      `I only know who spoke when in ${recording}: this server has no speech model to write down the words. Ask *Name the speakers* for what I know.`,
    decisions: recording => `These sentences in ${recording} sound like decisions:`,
    noDecisions: recording => `In ${recording} I found no sentence that sounds like a decision.`,
    actions: recording => `These sentences in ${recording} sound like something to do:`,
    noActions: recording => `In ${recording} I found no sentence that sounds like something to do.`,
    said: (recording, who, about) =>
      `${who === '' ? 'Said' : `${who} said`}${about === '' ? '' : ` about “${about}”`} in ${recording}:`,
    nothingSaid: (recording, who, about) =>
      `In ${recording} I found nothing that ${who === '' ? 'anybody' : who} said${about === '' ? '' : ` about “${about}”`}.`,
    more: count => `and ${some(count, 'more time', 'more times')}`,
    speakers: (recording, count) => `In ${recording} I hear ${some(count, 'voice', 'voices')}:`,
    speaker: number => `Speaker ${number}`,
    spoke: minutes => `speaks for ${minutes}`,
    perhapsCalled: (name, words, moment) => `perhaps **${name}**, who says “${words}” ${moment}`,
    howToName: 'These names are only my suggestions. You can name a speaker in the transcript.',
    summary: recording => `Summary of ${recording}:`,
    noSummary: recording => `There is no summary of ${recording}.`,
  },
}
