export const catchUp = {
  title: 'Since you were away',
  sum: '{{logs}} in {{places}}',
  logs_one: '{{count}} new log',
  logs_other: '{{count}} new logs',
  many: 'more than {{count}} new logs',
  places_one: '{{count}} place',
  places_other: '{{count}} places',
  since: '{{number}} since {{when}}',
  changed: 'Changed by {{name}}, {{when}}',
  by: '{{name}}, {{when}}',
  labels: 'Labels',
  more_one: '{{count}} more',
  more_other: '{{count}} more',
  read: 'Mark as read',
  readOne: 'Mark as read: {{name}}',
  readAll: 'Mark all as read',
  notRead: 'This could not be marked as read. Try again.',
  newer: 'Show what was written meanwhile',
  loading: 'Loading what is new',
  failed: 'What is new did not load',
  none: { title: 'You are up to date', text: 'What others write appears here until you have read it.' },
}

declare module '../../../../i18n/keys' {
  interface Texts {
    catchUp: typeof catchUp
  }
}
