import { describe, expect, test } from 'vitest'
import { citedLines, markdownOf } from './cited'

const citations = new Map([12, 13, 14].map(id => [`#/docs/3?log=${id}`, `[${id}](#/docs/3?log=${id})`]))
const kept = (text: string, language = 'en') => markdownOf(citedLines(text, { citations, language, atMost: 12 }))

describe('Cleaning a summary that a model wrote [D18, D26]', () => {
  test('keeps sentences with their citations, before or after the full stop, in paragraphs and lists', () => {
    expect(kept('**Bay 2** ran 22.5 minutes over [12](#/docs/3?log=12). It is free. [13](#/docs/3?log=13)')).toBe(
      '**Bay 2** ran 22.5 minutes over. [12](#/docs/3?log=12) It is free. [13](#/docs/3?log=13)',
    )
    expect(
      kept('- Pads are short [12](#/docs/3?log=12)\n- Rotor changed ([13](#/docs/3?log=13), [14](#/docs/3?log=14)).'),
    ).toBe('- Pads are short [12](#/docs/3?log=12)\n- Rotor changed. [13](#/docs/3?log=13) [14](#/docs/3?log=14)')
    expect(kept('One. [12](#/docs/3?log=12)\n\nTwo. [13](#/docs/3?log=13)')).toBe(
      'One. [12](#/docs/3?log=12)\n\nTwo. [13](#/docs/3?log=13)',
    )
    expect(kept('बे 2 खाली है। [12](#/docs/3?log=12) पैड कम हैं [13](#/docs/3?log=13)।', 'hi')).toBe(
      'बे 2 खाली है। [12](#/docs/3?log=12) पैड कम हैं। [13](#/docs/3?log=13)',
    )
  })

  test('moves a citation in the middle to the end, with its current label', () => {
    expect(kept('Tom [click me](#/docs/3?log=12 "now") fitted pads.')).toBe('Tom fitted pads. [12](#/docs/3?log=12)')
  })

  test('drops sentences without a citation, or with an unknown one', () => {
    expect(kept('All is well. Bay 2 is free [12](#/docs/3?log=12). And so on.')).toBe(
      'Bay 2 is free. [12](#/docs/3?log=12)',
    )
    expect(kept('Salaries rise [9](#/docs/4?log=9). Read [12](#/docs/9?log=12). See [12](https://evil.example).')).toBe(
      '',
    )
    expect(kept('Salaries rise [9](#/docs/4?log=9). small letters follow [12](#/docs/3?log=12).')).toBe(
      'small letters follow. [12](#/docs/3?log=12)',
    )
    expect(kept('Salaries rise [9](#/docs/4?log=9) and bay 2 is free [12](#/docs/3?log=12).')).toBe('')
    expect(kept('[12](#/docs/3?log=12)')).toBe('')
    expect(kept('# Summary\n\nNothing cites anything here')).toBe('')
  })

  test('removes links, URLs, pictures, HTML, code, tables and headings', () => {
    const hostile = [
      '## <img src=x onerror=alert(1)> Pads [more](https://evil.example/a) ![p](https://evil.example/p.png) [12](#/docs/3?log=12).',
      'Go to https://evil.example/b or www.evil.example or mail me@evil.example <script>alert(1)</script> [13](#/docs/3?log=13).',
      '[ref]: https://evil.example `code` | a | b | **open [14](#/docs/3?log=14)',
    ].join('\n')
    const text = kept(hostile)
    expect(text).not.toMatch(/evil|<|>|`|\||!\[|#{2}|\*\*/)
    expect(text.match(/\]\(/g)).toHaveLength(3)
    expect(text).toContain('Pads more p. [12](#/docs/3?log=12)')
  })

  test('limits the number of sentences, and drops endless ones', () => {
    const many = Array.from({ length: 40 }, (_, at) => `Sentence ${at} [12](#/docs/3?log=12).`).join(' ')
    expect(kept(many).match(/\]\(/g)).toHaveLength(12)
    expect(kept(`${'word '.repeat(2_000)}[12](#/docs/3?log=12)`)).toBe('')
  })
})
