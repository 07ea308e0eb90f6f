export const billing = {
  title: 'Plan and payment',
  loading: 'Loading the plans',
  failed: 'The plans did not load',
  off: {
    title: 'Everything is included',
    text: 'This server has no plans and no limits.',
  },
  current: 'Current plan',
  change: 'Change plan',
  interval: 'Period of payment',
  monthly: 'Monthly',
  yearly: 'Yearly',
  nextPayment: 'Next payment',
  card: 'Card ending {{card}}',
  people: '{{used}} people',
  peopleOf: '{{used}} of {{most}} people',
  ends: 'The plan ends on {{day}}. Until then everything stays as it is.',
  follows: '{{plan}} follows on {{day}}.',
  pastDue: 'The last payment failed. Pay until {{day}} to keep the plan.',
  ordered: '{{plan}} begins once it is paid.',
  pay: 'Go to payment',
  yours: 'Your plan',
  forever: 'forever',
  aMonth: 'a month',
  aYear: 'a year',
  notIncluded: 'Not included:',
  premiumPages: 'Activity and My Tasks',
  follow: 'Follows',
  currentPlan: 'Current plan',
  upgrade: 'Upgrade to {{plan}}',
  moveTo: 'Move to {{plan}}',
  try: 'Try {{plan}} free for 14 days',
  choose: 'Choose {{plan}}',
  payments: 'Payments',
  noPayments: 'Nothing was paid yet.',
  receipt: 'Receipt',
  resume: 'Keep the plan',
  cancel: 'Cancel subscription',
  cancelTitle: 'Cancel the subscription?',
  cancelText:
    'The plan stays until the end of the period that is paid. Nothing is deleted afterwards: what the free plan does not include becomes read-only.',
  keep: 'Keep the plan',
  status: {
    none: 'No plan',
    trialing: 'Trial',
    active: 'Premium',
    past_due: 'Payment due',
    cancelled: 'Ended',
  },
  payment: {
    paid: 'Paid',
    failed: 'Failed',
    refunded: 'Refunded',
  },
  plan: {
    free: {
      name: 'Free',
      for: 'For one team that wants to try it.',
    },
    team: {
      name: 'Team',
      for: 'For a shop or clinic with a few branches.',
    },
    business: {
      name: 'Business',
      for: 'For chains and factories.',
    },
  },
  limit: {
    members: '{{most}} people',
    cameras: '{{most}} cameras',
    active_jobs: '{{most}} active jobs',
    frame_days: '{{most}} days of pictures',
  },
  unlimited: {
    members: 'Unlimited people',
    cameras: 'Unlimited cameras',
    active_jobs: 'Unlimited jobs',
    frame_days: 'Pictures as long as you like',
  },
  needed: {
    askOwner: 'Ask an owner of the workspace.',
    see: 'See plans',
    home: 'Open Home',
  },
}

declare module '../../../i18n/keys' {
  interface Texts {
    billing: typeof billing
  }
}
