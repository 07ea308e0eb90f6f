export const profile = {
  title: 'Profile',
  first: {
    title: 'What should others call you?',
    text: 'You can change all of this later in your profile.',
    save: 'Continue',
  },
  name: 'Display name',
  nameMissing: 'Enter the name others should see.',
  language: 'Language',
  timeZone: 'Time zone',
  timeZoneHint: 'Dates and times are shown in this zone.',
  picture: {
    label: 'Picture',
    choose: 'Choose a picture',
    change: 'Change picture',
    remove: 'Remove picture',
    hint: 'PNG, JPEG or WebP. It is cropped to a square.',
    unreadable: 'This picture cannot be read. Choose a PNG, JPEG or WebP image.',
  },
  about: 'About you',
  saved: 'Profile saved',
  addresses: {
    title: 'Sign-in',
    text: 'You can sign in with either one.',
    phone: 'Phone',
    email: 'E-mail',
    none: 'None yet',
    add: 'Add',
    addPhone: 'Add a phone number',
    addEmail: 'Add an e-mail',
    changePhone: 'Change your phone number',
    changeEmail: 'Change your e-mail',
    newPhone: 'New phone number',
    newEmail: 'New e-mail',
    phoneInvalid: 'Enter a phone number that begins with + and the country code.',
    emailInvalid: 'Enter an e-mail address.',
    send: 'Send code',
    sentTo: 'We sent a 6-digit code to {{address}}.',
    code: '6-digit code',
    confirm: 'Confirm',
    changed: '{{address}} is confirmed',
  },
  appearance: {
    title: 'Appearance',
    theme: 'Theme',
  },
  keyboard: {
    title: 'Keyboard',
    single: 'Single-key shortcuts',
    singleText: 'Keys such as /, c, or g then m work while you are not typing. Ctrl K always works.',
  },
  computer: {
    title: 'This computer',
    text: 'Applies to the desktop app on this computer only.',
    open: 'Start Wheelhouse when this computer starts',
    openText: 'It opens in the background, next to the clock.',
    refused: 'You declined this, so Wheelhouse does not ask again. You can turn it on here at any time.',
    share: 'Share my screen when Wheelhouse starts or this computer wakes up',
    shareText: 'Only in workspaces where you agreed to it on this computer, and not after you stopped sharing by hand.',
    loading: 'Loading the settings of this computer',
    unread: 'The settings of this computer could not be read.',
    failed: 'The setting was not changed. Try again.',
  },
  signOut: {
    title: 'This device',
    text: 'Signing out deletes everything kept on this device, including unsent drafts.',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    profile: typeof profile
  }
}
