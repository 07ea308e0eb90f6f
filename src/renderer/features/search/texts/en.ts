export const searchPage = {
  any: 'Any time',
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  time: 'Time',
  range: '{{from}} to {{to}}',
  since: 'Since {{from}}',
  until: 'Until {{to}}',
  choose: 'Choose the first day, then the last.',
  first: 'First day: {{day}}. Choose the last day.',
  previous: 'Previous month',
  next: 'Next month',
  named: { remove: 'Search for the words “{{said}}” instead' },
  beside: 'Selected result',
  open: 'Open',
  close: 'Close the result',
  loading: 'Loading the result…',
  recent: 'Recent searches',
  forget: 'Forget recent searches',
  group: '{{kind}}, {{count}}',
}

declare module '../../../i18n/keys' {
  interface Texts {
    searchPage: typeof searchPage
  }
}
