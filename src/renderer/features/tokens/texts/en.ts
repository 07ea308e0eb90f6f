export const tokens = {
  title: 'Access tokens',
  text: 'Programs such as AI assistants can use Mate’s tools in this workspace for you, never with more rights than you have.',
  loading: 'Loading access tokens',
  new: 'New access token',
  create: 'Create token',
  name: 'Name',
  nameHint: 'What uses it, such as the program and the computer.',
  nameMissing: 'Give the token a name.',
  scope: 'It may',
  scopes: {
    read: 'Read',
    propose: 'Read and propose',
    act: 'Read, propose and act',
  },
  scopeHints: {
    read: 'It reads what you may read, and changes nothing.',
    propose: 'It also proposes changes. Each waits in your chat with Mate until you confirm it.',
    act: 'It also does at once what you let Mate do alone. Everything else waits for you.',
  },
  expiry: 'Valid for',
  days_one: '{{count}} day',
  days_other: '{{count}} days',
  made: 'Your new access token',
  madeText: 'It is shown only this once. Whoever has it can use it, so keep it like a password.',
  lost: 'The token was made, but got lost on its way to you. Revoke it and create another one.',
  secret: 'Token',
  address: 'Address of the server',
  configuration: 'Configuration for a client',
  configurationHint: 'Paste it into the settings of a program that speaks MCP.',
  copySecret: 'Copy the token',
  copyAddress: 'Copy the address',
  copyConfiguration: 'Copy the configuration',
  copied: 'Copied',
  notCopied: 'Not copied. Select the text in its field.',
  done: 'Done',
  used: 'Last used: {{time}}',
  unused: 'Never used',
  endsOn: 'Valid until {{day}}',
  endedOn: 'Expired on {{day}}',
  expired: 'Expired',
  revoke: 'Revoke',
  revokeOf: 'Revoke {{name}}',
  ask: 'Revoke {{name}}?',
  askText: 'Programs that use it lose access at once. This cannot be undone.',
  revoked: '{{name}} was revoked',
}

declare module '../../../i18n/keys' {
  interface Texts {
    tokens: typeof tokens
  }
}
