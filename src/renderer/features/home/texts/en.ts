export const home = {
  title: 'Home',
  places: 'Places in Home',
  spaces: 'Spaces',
  messages: 'Messages',
  schedule: 'Schedule',
  newSpace: 'New space',
  branches: 'Branches',
  shared: 'Shared across branches',
  primary: 'Primary',
  open: 'Open to everybody',
  closed: 'Closed',
  people_one: '{{count}} person',
  people_other: '{{count}} people',
  loading: 'Loading spaces',
  failed: 'The spaces did not load',
  back: 'Back to the spaces',
  askMate: 'Ask Mate',
  parts: 'Parts of the space',
  loadingPart: 'Loading this part of the space',
  part: { tasks: 'Tasks', logbooks: 'Logbooks', sources: 'Watch', graphs: 'Graphs', people: 'People' },
  peopleFailed: 'The people did not load',
  nobody: 'Nobody belongs to this space yet',
  orgRole: { owner: 'Owner', admin: 'Admin' },
  gone: {
    title: 'This space cannot be opened',
    text: 'It does not exist, or it is closed to you.',
    all: 'All spaces',
  },
  new: {
    title: 'New space',
    submit: 'Create space',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    home: typeof home
  }
}
