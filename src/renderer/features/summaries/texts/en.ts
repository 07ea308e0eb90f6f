export const summaries = {
  title: {
    day: 'Today so far',
    week: 'This week so far',
    month: 'This month so far',
  },
  until: 'Until {{day}}',
  made_one: 'Updated {{when}} from {{count}} log',
  made_other: 'Updated {{when}} from {{count}} logs',
  ofRecording: 'Updated {{when}} from what was said',
  byHand: 'Written by hand, {{when}}',
  newer_one: '{{count}} newer log',
  newer_other: '{{count}} newer logs',
  corrected_one: '{{count}} correction since',
  corrected_other: '{{count}} corrections since',
  none: 'No summary yet. Choose Refresh to let Mate write one.',
  extract: {
    none: 'The sentences are copied from the logs, because no language model is connected to this server. Its operator can connect one.',
    unused: 'The sentences are copied from the logs, because the language model gave no sources for its own sentences.',
  },
  extractSaid: {
    none: 'The sentences are copied from what was said, because no language model is connected to this server. Its operator can connect one.',
    unused:
      'The sentences are copied from what was said, because the language model gave no sources for its own sentences.',
  },
  replace: {
    title: 'Replace the summary that was written by hand?',
    text: 'Mate writes a new one in its place. The one written by hand stays in the history.',
    submit: 'Replace',
  },
  refresh: 'Refresh',
  busy: 'Mate is writing the summary',
  addTasks: 'Add as tasks …',
  dismiss: 'Close the message',
  range: {
    label: 'Logs that Mate reads',
    of: 'Logs that Mate reads: {{range}}',
    day: 'Today',
    week: 'This week',
    month: 'This month',
    all: 'All',
  },
  cited: 'Log {{number}}: {{title}}',
  citedLog: 'Log {{number}}',
  prompt: {
    open: 'Edit prompt',
    title: 'Edit prompt',
    label: 'What the summary should say',
    hint: 'In your own words: what matters, how long it should be, and who it is for.',
    refresh: 'Refresh the summary now',
    submit: 'Save',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    summaries: typeof summaries
  }
}
