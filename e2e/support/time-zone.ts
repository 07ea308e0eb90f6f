/** The time zone of the browsers and the people of all stories, chosen in playwright.config.ts. */
export const timeZone = process.env.STORY_TIME_ZONE ?? 'UTC'
