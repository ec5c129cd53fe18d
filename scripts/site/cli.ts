import { Command, type Option } from 'commander'
import { loadCommands } from '../../packages/cli/src/commands/registry.ts'
import { escapeText, type Page, toCode, toTable } from './markdown.ts'

/** Creates one page per command from the command registry. */
export async function toCliPages(): Promise<readonly Page[]> {
  const program = new Command('outrigger')
  const never = () => Promise.reject(new Error('No command is run to describe it.'))
  for (const addCommand of await loadCommands()) addCommand(program, { run: never, serve: never })
  const pages = program.commands.map((command) => ({
    path: `reference/cli/${command.name()}.md`,
    text: toSections(command, 'outrigger', 1).join('\n\n'),
  }))
  const rows = program.commands.map((command) => [
    `[\`outrigger ${command.name()}\`](/reference/cli/${command.name()}.md)`,
    command.description(),
  ])
  const text = [
    '# Commands',
    'Every command takes `--json`, which prints JSON on stdout, one value a line. Exit codes: 0 ok, 1 failed, 2 wrong usage, 3 no provider answers, 130 interrupted.',
    toTable(['Command', ''], rows),
  ].join('\n\n')
  return [{ path: 'reference/cli/commands.md', text }, ...pages]
}

function toSections(command: Command, parent: string, level: number): readonly string[] {
  const name = `${parent} ${command.name()}`
  const usage = toCode('text', `${name} ${command.usage()}`)
  const argumentRows = command.registeredArguments.map((one) => [
    `\`${one.name()}\``,
    [one.description, one.required ? '' : 'optional', one.variadic ? 'may be repeated' : ''].filter(Boolean).join('; '),
  ])
  const described = argumentRows.filter(([, text]) => text !== '')
  const aliases = command.aliases().map((alias) => `\`${parent} ${alias}\``)
  return [
    `${'#'.repeat(level)} ${name}`,
    escapeText(toSentence(command.description())),
    usage,
    ...(aliases.length > 0 ? [`Also: ${aliases.join(', ')}.`] : []),
    ...(described.length > 0 ? [toTable(['Argument', ''], described)] : []),
    toTable(['Option', ''], command.options.filter(({ hidden }) => !hidden).map(toOptionRow)),
    ...command.commands.flatMap((one) => toSections(one, name, Math.min(level + 1, 4))),
  ].filter(Boolean)
}

function toOptionRow({ flags, description, argChoices, defaultValue, mandatory }: Option): readonly string[] {
  const notes = [
    ...(argChoices ? [`one of ${argChoices.join(', ')}`] : []),
    ...(defaultValue === undefined || defaultValue === false ? [] : [`default: ${JSON.stringify(defaultValue)}`]),
    ...(mandatory ? ['required'] : []),
  ]
  return [`\`${flags}\``, [description, ...notes].join('; ')]
}

const toSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
