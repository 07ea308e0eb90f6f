export const workspace = {
  storage: {
    title: 'Storage',
    loading: 'Loading storage',
    failed: 'The storage did not load.',
    used: '{{used}} used. There is no limit.',
    of: '{{used}} of {{quota}} used',
    full: 'New files are refused until some are deleted. The operator of this server can raise the limit.',
    kinds: 'By kind',
    people: 'By person, largest first',
    none: 'No files yet.',
    count: 'Includes files and pictures that people attach. Pictures from cameras and shared screens are not included.',
    kind: {
      image: 'Pictures',
      recording: 'Recordings and videos',
      file: 'Other files',
      unfinished: 'Unfinished uploads',
    },
  },
  intro: {
    page: 'First steps',
    title: 'Welcome aboard {{name}}',
    text: 'Three ways to get started. You can come back to each of them at any time.',
    logbook: 'Start a logbook',
    logbookText: 'A running record of a bay, a desk or a machine. You choose who can write in it.',
    logbookAction: 'Go to Logbooks',
    invite: 'Invite a colleague',
    inviteText: 'See what colleagues did while you were busy, and let them see what you did.',
    inviteAction: 'Invite people',
    ask: 'Ask Mate',
    askText: 'Mate answers from your logbooks and shows the sources of every answer.',
    askAction: 'Go to Mate',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    workspace: typeof workspace
  }
}
