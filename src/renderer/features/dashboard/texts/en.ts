export const dashboard = {
  title: 'Dashboard',
  loading: 'Loading the dashboard',
  failed: 'The dashboard did not load',
  span: { label: 'Period', today: 'Today', week: '7 days', month: '30 days' },
  space: 'Space',
  allSpaces: 'All spaces',
  ownSpaces: 'My spaces',
  before: '{{number}} in the period before',
  since: 'Since {{when}}',
  due: 'Due {{when}}',
  all: 'Show all {{number}}',
  tile: {
    tasks_done: 'Tasks done',
    tasks_created: 'New tasks',
    logs_written: 'Logs written',
    runs_failed: 'Failed job runs',
  },
  attention: {
    title: 'Needs attention now',
    none: 'Nothing needs attention.',
    jobs_failing: 'Failing jobs',
    logbooks_silent: 'Silent logbooks',
    tasks_late: 'Late tasks',
    cameras_failing: 'Cameras without a picture',
    access_requested_document: 'Requests for documents',
    access_requested_job: 'Requests for jobs',
    access_requested_camera: 'Requests for cameras',
    access_requested_screen: 'Requests for your screen',
  },
  now: { next_jobs: 'Next jobs', sharing: 'Sharing their screen' },
  none: { next_jobs: 'No job is planned.', sharing: 'Nobody shares a screen.' },
  chart: {
    byDay: 'Logs written per day',
    byHour: 'Logs written per hour',
    noSpace: 'No space',
    others: 'Others',
    showTable: 'Show as table',
    showChart: 'Show as chart',
  },
  heat: {
    title: 'How busy each logbook was',
    from_one: 'From {{number}} log',
    from_other: 'From {{number}} logs',
    none: 'No logs in this period.',
    scroll: 'Logs by logbook and time',
    logbook: 'Logbook',
    cell_one: '{{name}}, {{when}}: {{number}} log',
    cell_other: '{{name}}, {{when}}: {{number}} logs',
  },
  list: {
    more: 'More',
    moreFailed: 'The next entries did not load.',
    failed: 'The list did not load',
    empty: 'Nothing to list.',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    dashboard: typeof dashboard
  }
}
