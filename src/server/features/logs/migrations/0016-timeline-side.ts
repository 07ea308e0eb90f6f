import type { Migration } from '../../../platform/database/migrate'

/**
 * Indexes for the panel beside timelines and for the list of documents, and what summaries record about corrections.
 */
export const timelineSide: Migration = {
  name: '0016-timeline-side',
  sql: /* sql */ `
-- Files of a document and of its logs, newest first.
create index attachments_newest on attachments (organization_id, doc_id, created_at desc, id desc) where doc_id is not null;

-- Lists the speakers of a recording without reading its transcript.
create index transcript_segments_by_speaker on transcript_segments (organization_id, doc_id, speaker);

-- The total number of corrections of the summarised logs at that time; null for summaries older than this column.
alter table summaries add column corrections int;
create index logs_corrected on logs (organization_id, doc_id, created_at, id) include (revision) where revision > 0;
`,
}
