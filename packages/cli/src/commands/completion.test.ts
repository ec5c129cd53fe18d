import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { chains } from '@outrigger/core'
import { leaveOut } from '@outrigger/devnet/recorded'
import { findProgram } from '@outrigger/devnet/testing'
import { describe, expect, it, type TestContext } from 'vitest'
import { shells } from '../completion/scripts.ts'
import { createDirectory, runCli } from '../fixtures/cliProcess.ts'
import { requireTerminal } from '../fixtures/terminal.ts'

function requireShell(test: TestContext, shell: string): void {
  if (findProgram(shell) === undefined) leaveOut(test, `${shell} is not installed: sh scripts/debian.sh`)
}

/** What is typed, with a tab at the end, and the words the command is then started with. */
const lines: readonly (readonly [typed: string, words: readonly string[]])[] = [
  ['doct', ['doctor']],
  ['gas hist', ['gas', 'history']],
  ['gas history eth', ['gas', 'history', 'ethereum']],
  ['--vers', ['--version']],
  ['keys create --na', ['keys', 'create', '--name']],
  ['market volumes --period 7', ['market', 'volumes', '--period', '7d']],
  ['gas history --js', ['gas', 'history', '--json']],
  ['up --rpc ethereum=https://a.example/b=c --dev', ['up', '--rpc', 'ethereum=https://a.example/b=c', '--devnet']],
  ['up --rpc litec', ['up', '--rpc', 'litecoin=']],
  ['completion zs', ['completion', 'zsh']],
  ['classify ethereum rows.nd', ['classify', 'ethereum', 'rows.ndjson']],
]

type Start = { readonly command: string; readonly setup: (script: string) => string }
const interactive: Readonly<Record<'bash' | 'zsh', Start>> = {
  bash: { command: 'bash --norc --noprofile -i', setup: (script) => `bind 'set bell-style none'; source ${script}` },
  zsh: { command: 'zsh -f -i', setup: (script) => `autoload -U compinit; compinit -D; source ${script}` },
}

/** Types lines into a shell of a real terminal; the command there is a function that prints its words. */
async function typeInto(shell: 'bash' | 'zsh', script: string, cwd: string): Promise<readonly (readonly string[])[]> {
  const { command, setup } = interactive[shell]
  const child = spawn('script', ['-qefc', `stty cols 200 -echo; exec ${command}`, '/dev/null'], {
    cwd,
    env: { PATH: process.env['PATH'], TERM: 'xterm', PS1: '> ', HOME: cwd },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const ended = once(child, 'close')
  const say = async (line: string, done: RegExp) => {
    text = ''
    child.stdin.write(`${line}\n`)
    await expect.poll(() => stripVTControlCharacters(text), { timeout: 30_000 }).toMatch(done)
    return stripVTControlCharacters(text)
  }
  await say(`${setup(script)}; outrigger() { printf '<%s>' "$@"; echo END; }; echo READY$((1+1))`, /READY2/)
  const all: string[][] = []
  for (const [typed] of lines) {
    const shown = await say(`outrigger ${typed}\t`, /END/)
    all.push([...shown.matchAll(/<([^<>]*)>(?=<|END)/g)].map(([, word = '']) => word))
  }
  child.stdin.write('exit\n')
  await ended
  return all
}

async function writeScript(shell: string) {
  const cwd = createDirectory()
  const { stdout, stderr, code } = await runCli(['completion', shell])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const script = join(cwd, `_outrigger.${shell}`)
  writeFileSync(script, stdout)
  writeFileSync(join(cwd, 'rows.ndjson'), '')
  mkdirSync(join(cwd, 'other'))
  return { cwd, script, text: stdout }
}

describe('completion', () => {
  it.for(['bash', 'zsh'] as const)('completes lines that are typed into %s', async (shell, test) => {
    requireTerminal(test)
    requireShell(test, shell)
    const { cwd, script } = await writeScript(shell)
    expect(await typeInto(shell, script, cwd)).toEqual(lines.map(([, words]) => words))
  })

  it('completes lines in fish, with descriptions', async (test) => {
    requireShell(test, 'fish')
    const { cwd, script } = await writeScript('fish')
    for (const [typed, words] of lines) {
      const { stdout } = spawnSync('fish', ['-c', `source ${script}; complete -C "outrigger ${typed}"`], {
        cwd,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: cwd },
      })
      const offered = stdout.split('\n').map((line) => line.split('\t')[0])
      expect(offered, typed).toContain(words.at(-1))
    }
  })

  it.each(shells)('of %s names every chain, and says so in one value with --json', async (shell) => {
    const { stdout } = await runCli(['completion', shell, '--json'])
    const { script } = JSON.parse(stdout) as { script: string }
    for (const name of Object.keys(chains)) expect(script).toContain(name)
    expect(script).toContain('outrigger keys create')
  })

  it('names the shells there are, where another is asked for', async () => {
    const { code, stdout, stderr } = await runCli(['completion', 'tcsh'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/bash, zsh, fish/)
  })
})
