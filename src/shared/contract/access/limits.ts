export const access = { noteLength: 300, openRequests: 50 } as const
