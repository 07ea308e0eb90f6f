import type { Migration } from '../../../platform/database/migrate'

/**
 * PostgreSQL needs quadratic time to normalise a run of combining marks. Therefore an invisible character is inserted
 * after every 30 non-ASCII characters; normalisation only reorders marks between these characters, and they are removed
 * together with the accents. `withBreaks` in platform/words/fold.ts does the same.
 */
export const endlessMarks: Migration = {
  name: '0021-endless-marks',
  sql: /* sql */ `
create or replace function search_text(said text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(said) <> length(said) then
    said := regexp_replace(said, '([^[:space:]!-~]{30})', E'\\\\1\\u034f', 'g');
    said := regexp_replace(normalize(said, NFKD), '[\\u0300-\\u036f\\u00ad\\u200c\\u200d]', '', 'g');
    said := replace(replace(replace(replace(replace(said, 'ß', 'ss'), 'ẞ', 'SS'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe');
    said := translate(said, 'øØđĐłŁı', 'oOdDlLi');
  end if;
  return regexp_replace(said, '[-./@_:<>&+=?~\\\\%#|^*\`]+', ' ', 'g');
end $$;
`,
}
