import { people } from './0001-people'
import { organisations } from './0002-organisations'
import { events } from './0003-events'
import { logbooks } from './0004-logbooks'
import { mate } from './0005-mate'
import { sources } from './0006-sources'
import { access } from './0007-access'
import { attachments } from './0008-attachments'
import { graphs } from './0009-graphs'
import { documents } from './0010-documents'
import { corrections } from './0011-corrections'
import { search } from './0012-search'
import { meetings } from './0013-meetings'
import { summaries } from './0014-summaries'
import { guests } from './0015-guests'
import { timelineSide } from './0016-timeline-side'
import { signIn } from './0017-sign-in'
import { joined } from './0018-joined'
import { titles } from './0019-titles'
import { idempotency } from './0020-idempotency'
import { endlessMarks } from './0021-endless-marks'
import { signInAudit } from './0022-sign-in-audit'

/** Forward only, in this order. A migration that was released is never edited; a new one is added. */
export const migrations: readonly { name: string; sql: string }[] = [
  { name: '0001-people', sql: people },
  { name: '0002-organisations', sql: organisations },
  { name: '0003-events', sql: events },
  { name: '0004-logbooks', sql: logbooks },
  { name: '0005-mate', sql: mate },
  { name: '0006-sources', sql: sources },
  { name: '0007-access', sql: access },
  { name: '0008-attachments', sql: attachments },
  { name: '0009-graphs', sql: graphs },
  { name: '0010-documents', sql: documents },
  { name: '0011-corrections', sql: corrections },
  { name: '0012-search', sql: search },
  { name: '0013-meetings', sql: meetings },
  { name: '0014-summaries', sql: summaries },
  { name: '0015-guests', sql: guests },
  { name: '0016-timeline-side', sql: timelineSide },
  { name: '0017-sign-in', sql: signIn },
  { name: '0018-joined', sql: joined },
  { name: '0019-titles', sql: titles },
  { name: '0020-idempotency', sql: idempotency },
  { name: '0021-endless-marks', sql: endlessMarks },
  { name: '0022-sign-in-audit', sql: signInAudit },
]
