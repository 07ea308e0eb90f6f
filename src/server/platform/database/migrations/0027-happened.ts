/** When something happened that was written down later. The order of a timeline stays that of writing. */
export const happened = /* sql */ `
alter table logs add column happened_at timestamptz(3);
`
