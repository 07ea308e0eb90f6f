export const search = {
  title: 'Search',
  kind: {
    document: 'Documents',
    log: 'Logs',
    graph: 'Graphs',
    person: 'People',
    source: 'Sources',
    transcript: 'Meetings',
    frame: 'Words on pictures',
    task: 'Tasks',
    message: 'Messages',
  },
  one: {
    document: 'Document',
    log: 'Log',
    graph: 'Graph',
    person: 'Person',
    screen: 'Screen',
    camera: 'Camera',
    transcript: 'Said in a meeting',
    frame: 'Words on a picture',
    task: 'Task',
    message: 'Message',
  },
  searching: 'Searching…',
  palette: {
    all: 'All results for “{{query}}”',
    failed: 'The search failed',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    search: typeof search
  }
}
