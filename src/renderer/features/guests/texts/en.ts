export const guests = {
  page: 'Mate, as a guest',
  subtitle: 'Guest chat, kept for 24 hours',
  signIn: 'Sign in',
  signUpFree: 'Sign up free',
  greeting: {
    title: 'Try Mate with a recording',
    text: 'Mate separates the speakers, transcribes what they say, and answers questions about it.',
    textNoWords:
      'Mate separates the speakers and shows who spoke when. This server has no speech model yet, so the words are not transcribed.',
    record: 'Record a meeting',
  },
  limits:
    'As a guest you can ask {{questions}} questions an hour and upload {{recordings}} recordings of up to {{size}} each. Audio only.',
  composer: {
    placeholder: 'Ask Mate, or drop an audio file here',
    attach: 'Attach a recording',
    drop: 'Drop the recording here',
    notSound: 'Only audio recordings can be uploaded here.',
    tooLarge: '{{name}} is too large. Guests can upload files of up to {{size}}.',
  },
  length: { hours: '{{hours}} h {{minutes}} min', minutes: '{{minutes}} min {{seconds}} s', seconds: '{{seconds}} s' },
  recording: {
    label: 'You, {{time}}: a recording',
    loading: 'Loading the recording',
    listening: 'is listening',
    found_one: 'found {{count}} speaker',
    found_other: 'found {{count}} speakers',
    withWords: 'I transcribed the recording and separated the speakers.',
    withoutWords: 'I can tell who spoke when. This server has no speech model yet, so I cannot transcribe the words.',
    failed: 'could not process it',
    gone: 'This recording is no longer here.',
    remove: 'Remove it from the list',
    starting: 'Sending it to Mate',
    notStarted: '{{name}} did not reach Mate.',
    drop: 'Discard',
    readFailed: 'The status of the recording did not load.',
  },
  off: {
    title: 'Guest access is turned off',
    text: 'Sign in or sign up with your e-mail or phone. It is free.',
    action: 'Sign in',
  },
  failed: { title: 'The guest chat did not open' },
  over: {
    title: 'Your 24 hours as a guest are over',
    text: 'What you uploaded and asked has been deleted. What you were typing is still here.',
    action: 'Start again',
  },
  signUp: {
    title: 'Sign up to access the full version of {{product}}. It’s Free!',
    text: 'Your transcript comes with you. You can search it, share it and ask about it.',
    action: 'Sign Up',
    later: 'Not now, keep trying',
  },
  claim: {
    done_one: 'Your recording is in your logbooks now',
    done_other: 'Your {{count}} recordings are in your logbooks now',
    doneText: 'Only you can see it until you share it.',
    failed: 'Your recording has not been transferred yet',
    gone: 'Your recording could not be transferred',
    waiting_one: '{{count}} file has not been uploaded yet. Find it under “Record a meeting”.',
    waiting_other: '{{count}} files have not been uploaded yet. Find them under “Record a meeting”.',
    show: 'Show',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    guests: typeof guests
  }
}
