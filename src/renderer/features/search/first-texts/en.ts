export const search = {
  title: 'Search',
  titleOf: '{{query}} – Search',
  field: 'Search everything',
  placeholder: 'Words, “exact phrase”, -excluded',
  kinds: 'Types',
  kind: {
    document: 'Documents',
    log: 'Logs',
    graph: 'Graphs',
    person: 'People',
    source: 'Sources',
    transcript: 'Meetings',
    frame: 'Words on pictures',
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
    message: 'Message',
  },
  speaker: 'Speaker {{number}}',
  from: 'From',
  to: 'To',
  moreThan: '{{count}}+',
  hits: 'Results',
  searching: 'Searching…',
  found_one: '{{number}} result',
  found_other: '{{number}} results',
  foundMore_one: 'More than {{number}} result',
  foundMore_other: 'More than {{number}} results',
  corrected: 'Showing results for',
  more: 'More results',
  moreFailed: 'More results did not load.',
  next: 'Next result',
  previous: 'Previous result',
  failed: 'The search failed',
  none: 'Nothing found for “{{query}}”',
  clear: 'Clear filters',
  start: 'Search the whole workspace',
  startText: 'Documents, logs, meetings, graphs, people and sources that you can see.',
  tips: {
    fewer: 'Try fewer or different words.',
    quotes: 'Put words in “quotes” to find the exact phrase.',
    without: 'Put - before a word to leave out results that contain it.',
  },
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
