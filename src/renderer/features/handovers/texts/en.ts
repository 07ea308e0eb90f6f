export const handovers = {
  title: 'Handover of {{name}}',
  on: 'Write a handover at closing time',
  about: 'A page for the branch with what was written and which tasks are late, open and done, each with its link.',
  closes: 'Closing time',
  zone: 'In the time zone {{zone}}',
  days: 'Days',
  mailTo: 'Also send it by mail, with a PDF, to',
  nobody: 'Nobody is in this branch yet.',
  save: 'Save',
  incomplete: 'Choose a time and at least one day.',
  last: 'Last written {{when}}.',
  none: 'None has been written yet.',
  next: 'Next: {{when}}.',
  writeNow: 'Write one now',
  openLast: 'Open the last one',
  loading: 'Loading the handover',
  failed: 'The handover did not load',
  saved: { on: '{{name}} writes its handovers now', off: '{{name}} writes no handovers any more' },
}

declare module '../../../i18n/keys' {
  interface Texts {
    handovers: typeof handovers
  }
}
