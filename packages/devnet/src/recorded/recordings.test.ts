import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { LeftOutError, listRecordings, readLocalRecording, readRecording } from './recordings.ts'

const directory = mkdtempSync(join(tmpdir(), 'outrigger-recordings-'))
const folder = pathToFileURL(`${directory}/`)
afterAll(() => rmSync(directory, { recursive: true }))

const skipped: string[] = []
const test = {
  skip(note: string): never {
    skipped.push(note)
    throw new TypeError('skipped')
  },
}

describe('recordings', () => {
  it('of the repository exist in a clone, each folder with its source and license', () => {
    const root = new URL('../../recorded/', import.meta.url)
    const readme = readFileSync(new URL('README.md', root), 'utf8')
    const folders = readdirSync(root).filter((name) => name !== 'README.md')
    expect(folders.length).toBeGreaterThan(5)
    for (const name of folders) {
      expect(readme).toContain(`\`${name}/`)
      for (const file of listRecordings(`${name}/`)) expect(readRecording(`${name}/${file}`)).not.toBe('')
    }
  })

  it('that may not be distributed skip the test if they are missing', () => {
    expect(() => readLocalRecording(test, 'raw/a.json', { folder, isCi: false })).toThrow('skipped')
    expect(skipped).toEqual([expect.stringContaining('recording absent: raw/a.json')])
  })

  it('that may not be distributed fail the test in CI if they are missing', () => {
    expect(() => readLocalRecording(test, 'raw/a.json', { folder, isCi: true })).toThrow(LeftOutError)
  })

  it('are read from the folder next to the repository, unzipped', () => {
    writeFileSync(join(directory, 'a.json.gz'), gzipSync('[1]'))
    expect(existsSync(join(directory, 'a.json.gz'))).toBe(true)
    expect(readLocalRecording(test, 'a.json.gz', { folder, isCi: true })).toBe('[1]')
  })
})
