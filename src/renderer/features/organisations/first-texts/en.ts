export const organisations = {
  choose: {
    page: 'Choose a workspace',
    title: 'Choose a workspace',
    text: 'You can switch at any time from the icon at the top left.',
    first: 'Start with a workspace',
    firstText: 'A workspace is where your team keeps its logbooks. Create one, or ask a colleague to invite you.',
    loading: 'Loading workspaces',
  },
  list: {
    title: 'Your workspaces',
    premium: 'Premium',
    branches_one: '{{count}} branch',
    branches_other: '{{count}} branches',
    people_one: '{{count}} person',
    people_other: '{{count}} people',
    size: '{{branches}}, {{people}}.',
    owner: 'You are an owner.',
    admin: 'You are an admin.',
    member: 'You are a member.',
    opened: 'Opened {{day}}',
    openedToday: 'Opened today',
    openedYesterday: 'Opened yesterday',
    failed: 'Your workspaces did not load',
    failedText: 'The server did not answer as expected. Nothing you did is lost.',
  },
  openInvite: {
    text: '{{name}} invited you as {{role}}.',
    join: 'Join',
    decline: 'Decline',
    joinOf: 'Join {{name}}',
    declineOf: 'Decline {{name}}',
    joined: 'You joined {{name}}',
    declined: 'Invite to {{name}} declined',
  },
  create: {
    open: 'Create a workspace',
    title: 'Create a workspace',
    name: 'Name',
    nameHint: 'Your company, club or team.',
    description: 'What it is for',
    optional: 'Optional',
    submit: 'Create workspace',
  },
  switched: 'Switched to {{name}}',
}

declare module '../../../i18n/keys' {
  interface Texts {
    organisations: typeof organisations
  }
}
