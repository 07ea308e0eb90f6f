import { useMemo } from 'react'
import { compareTexts, type Run } from './compare-texts'

function Words({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, at) =>
    run.isChanged ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs have no identity.
      <strong key={at} className="font-semibold underline underline-offset-2">
        {run.text}
      </strong>
    ) : (
      run.text
    ),
  )
}

/** One of two texts side by side, with the parts that the other does not have marked. */
export function Side({ text, other, mark }: { text: string; other: string; mark: string }) {
  const blocks = useMemo(() => compareTexts(other, text).filter(({ kind }) => kind !== 'gone'), [text, other])
  return (
    <div className="flex flex-col gap-1 text-sm">
      {blocks.map((block, at) =>
        block.kind === 'same' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity.
          <p key={at} className="pl-3 whitespace-pre-wrap wrap-anywhere">
            {block.lines.join('\n')}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity.
          <div key={at} className="rounded-xs border-l-2 border-accent bg-accent-soft py-1 pr-2 pl-3 text-accent-ink">
            <p className="text-xs font-semibold">{mark}</p>
            <p className="whitespace-pre-wrap wrap-anywhere">
              <Words runs={block.runs} />
            </p>
          </div>
        ),
      )}
    </div>
  )
}
