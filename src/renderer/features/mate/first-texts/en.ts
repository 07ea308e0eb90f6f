export const mate = {
  title: 'Mate',
  subtitle: 'Answers from what you can open',
  thread: 'Conversation with Mate',
  loading: 'Loading the conversation',
  loadFailed: 'The conversation did not load',
  loadingOlder: 'Loading older messages',
  olderFailed: 'Older messages did not load.',
  suggestions: 'Suggestions',
  greeting: {
    title: 'Hello, {{name}}',
    text: 'Ask about anything in your logbooks. Mate reads only what you can open yourself, and links to what it found.',
  },
  composer: {
    label: 'Ask Mate',
    placeholder: 'Ask about people, places or anything in your logbooks',
    send: 'Send',
    wait: 'Send when Mate is done',
    tooLong_one: 'Your message is {{excess}} character too long. Shorten it.',
    tooLong_other: 'Your message is {{excess}} characters too long. Shorten it.',
  },
  turn: {
    you: 'You, {{time}}',
    mate: 'Mate, {{time}}',
    isWriting: 'Mate is writing',
    writing: 'Writing…',
    tool: {
      find_logs: 'Reading logs…',
      find_logbooks: 'Looking through logbooks…',
      find_people: 'Looking for people…',
    },
    stop: 'Stop',
    stopped: 'Stopped',
    failed: 'Something went wrong',
    askAgain: 'Ask again',
    notSent: 'Not sent.',
    goesOn: 'You can ask again at {{time}}.',
    discard: 'Discard',
    discarded: 'Question discarded',
  },
  options: {
    label: 'Options',
    sending: 'Adding…',
    done: 'Added to {{name}}',
    expired: 'This offer has expired. Ask Mate again.',
    autoApproved: 'Done without asking, as you let Mate.',
  },
  read: {
    all: 'read {{things}}',
    logs_one: '{{count}} log',
    logs_other: '{{count}} logs',
    logbooks_one: '{{count}} logbook',
    logbooks_other: '{{count}} logbooks',
    people_one: '{{count}} person',
    people_other: '{{count}} people',
  },
  sources: {
    title: 'What Mate read',
    show: 'Show sources',
    hide: 'Hide sources',
    logs: 'Logs',
    logbooks: 'Logbooks',
    people: 'People',
    tasks: 'Tasks',
    messages: 'Messages',
    none: 'This answer has no sources.',
    later: 'The sources of an answer appear here.',
    note: 'Mate reads only what you can open yourself.',
  },
  autoApproval: 'What Mate may do',
  startOver: {
    open: 'Start over',
    title: 'Start over?',
    text: 'Your conversation with Mate is deleted, on all your devices. Logbooks stay as they are.',
    action: 'Start over',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    mate: typeof mate
  }
}
