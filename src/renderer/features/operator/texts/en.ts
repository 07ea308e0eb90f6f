export const operator = {
  title: 'Operating this server',
  text: 'What you do here concerns other people’s workspaces. Each step stands in the audit log of the workspace, with your name, also if it is refused.',
  entry: 'You run this server. Look at a job of any workspace, and pause or resume it.',
  open: 'Operate this server',
  elsewhere: 'Other pages',
  back: 'To the app',
  loading: 'Loading what you may do',
  failed: 'What you may do did not load',
  notYou: 'This page is for the people who run this server',
  notYouText: 'They are named in its settings, and count once their address is verified.',
  job: {
    title: 'A job of any workspace',
    text: 'You learn whether it runs, and nothing of what it reads and writes. Whoever asks you for help says both numbers, or the log of the server does.',
    workspace: 'Number of the workspace',
    number: 'Number of the job',
    wrongNumber: 'Enter a whole number, such as 12.',
    audited: 'Looking stands in the audit log of the workspace too.',
    look: 'Look at the job',
    next: 'Next run',
    never: 'None planned',
    failures: 'Failures in a row',
    run: 'Run that you began',
    runState: 'Number {{number}}: {{state}}',
    runIs: { queued: 'waits', running: 'running', succeeded: 'done', failed: 'failed', skipped: 'skipped' },
    status: { active: 'Active', paused: 'Paused', completed: 'Finished', expired: 'Ended' },
    pausedBy: {
      person: 'Paused by a person of the workspace.',
      failures: 'Paused because it failed five times in a row.',
      source_gone: 'Paused because its camera or screen is gone.',
      owner_gone: 'Paused because its owner left the workspace.',
      plan: 'Paused because the plan allows fewer jobs.',
      no_working_hours: 'Paused because the person whose working hours it keeps has none.',
      operator: 'Paused by an operator of the server.',
    },
    action: { pause: 'Pause', resume: 'Resume', run: 'Run once' },
    ask: {
      pause: 'Pause “{{name}}” of workspace {{number}}?',
      resume: 'Resume “{{name}}” of workspace {{number}}?',
      run: 'Run “{{name}}” of workspace {{number}} once?',
    },
    does: {
      pause:
        'It does not run any more until you or somebody of the workspace resumes it. They see that an operator paused it.',
      resume: 'It runs at its planned times again, with the rights of its owner. Its failures are counted anew.',
      run: 'It looks at its sources and writes what it finds now, with the rights of its owner. That may cost the workspace tokens of its model. Its planned times stay.',
    },
    done: {
      pause: '“{{name}}” is paused',
      resume: '“{{name}}” goes on',
      run: 'A run of “{{name}}” has begun',
    },
  },
  networks: {
    title: 'Private networks for cameras',
    text: 'In workspaces in which you may manage cameras, you can allow networks that this server may reach: when you add a camera whose address is in one.',
    here: 'In {{workspace}}, all networks that are allowed are below, if there are any.',
  },
  commands: {
    title: 'Commands on the server',
    text: 'Backups, restores, exports, imports and erasing a person are done where the server runs, not here. You get a message if a scheduled backup or its rehearsal fails. This lists the commands:',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    operator: typeof operator
  }
}
