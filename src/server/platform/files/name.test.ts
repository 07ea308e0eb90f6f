import { describe, expect, test } from 'vitest'
import { cleanName, encodedName } from './name'

const jpeg = { mime: 'image/jpeg', extension: 'jpg' }
const plain = { mime: 'text/plain', extension: 'txt' }
const unknown = { mime: 'application/octet-stream', extension: 'bin' }
const archive = { mime: 'application/zip', extension: 'zip' }

describe('The name of a file [D23]', () => {
  test.each([
    ['Bay 3.jpg', jpeg, 'Bay 3.jpg'],
    ['Bay 3.JPEG', jpeg, 'Bay 3.JPEG'],
    ['Bay 3', jpeg, 'Bay 3.jpg'],
    ['Bay 3.png', jpeg, 'Bay 3.jpg'],
    ['v1.2 draft', jpeg, 'v1.2 draft.jpg'],
    ['photo.jpg.exe', jpeg, 'photo.jpg.jpg'],
    ['README', plain, 'README'],
    ['server.ts', plain, 'server.ts'],
    ['photo.jpg', plain, 'photo.txt'],
    ['plan.dwg', unknown, 'plan.dwg'],
    ['report.pdf', unknown, 'report.bin'],
    ['Report.docx', archive, 'Report.docx'],
    ['model.3mf', archive, 'model.3mf'],
    ['photo.png', archive, 'photo.zip'],
    ['.htaccess', plain, 'htaccess'],
    ['C:\\Users\\Tom\\a.txt', plain, 'a.txt'],
    ['/etc/passwd', plain, 'passwd'],
    ['..', plain, 'file'],
    ['', plain, 'file'],
    ['a\u0000\u0007\u001b[31m.txt', plain, 'a[31m.txt'],
    ['a\r\nb.txt', plain, 'ab.txt'],
    ['a\u202Etxt.exe', plain, 'atxt.txt'],
    ['a\u200b\u2066b\ufeff.txt', plain, 'ab.txt'],
    ['a\ud800b.txt', plain, 'a_b.txt'],
    ['a<b>:"c|?*.txt', plain, 'a_b___c___.txt'],
    ['a.exe. . .', plain, 'a.txt'],
    ['नक्शा.txt', plain, 'नक्शा.txt'],
    ['Gro\u0308ße.txt', plain, 'Größe.txt'],
  ])('%j, of %o, is %j', (given, kind, expected) => {
    expect(cleanName(given, kind)).toBe(expected)
  })

  test('has at most 200 letters, including its extension', () => {
    const long = cleanName(`${'ä'.repeat(300)}.jpeg`, jpeg)
    expect([...long]).toHaveLength(200)
    expect(long.endsWith('ä.jpeg')).toBe(true)
    expect([...cleanName('🚲'.repeat(300), plain)]).toHaveLength(200)
  })

  test.each([
    ['Bay 3.jpg', `filename="Bay 3.jpg"; filename*=UTF-8''Bay%203.jpg`],
    ['नक्शा.pdf', `filename="___.pdf"; filename*=UTF-8''%E0%A4%A8%E0%A4%95%E0%A5%8D%E0%A4%B6%E0%A4%BE.pdf`],
    [`it's (a) *.txt`, `filename="it's (a) *.txt"; filename*=UTF-8''it%27s%20%28a%29%20%2A.txt`],
    ['a"\\%.txt', `filename="a___.txt"; filename*=UTF-8''a%22%5C%25.txt`],
  ])('%j is written to a header as %s', (name, expected) => {
    expect(encodedName(name)).toBe(expected)
  })
})
