export const mateAutoApproval = {
  title: 'What Mate may do',
  text: 'Mate asks before it changes anything. What you switch on here, it does at once when you ask for it.',
  loading: 'Loading what Mate may do',
  kinds: {
    write_log: 'Write logs',
    create_task: 'Create tasks and reminders',
    change_task: 'Change tasks',
    pause_job: 'Pause jobs',
    resume_job: 'Resume jobs',
  },
  note: 'It counts for you in this workspace, with your rights. If an answer offers more than one thing, Mate still asks. Everything it does is in the audit log, and can be undone. With a connected model, keep in mind that Mate reads texts of others: what they write may mislead it.',
}

declare module '../../../i18n/keys' {
  interface Texts {
    mateAutoApproval: typeof mateAutoApproval
  }
}
