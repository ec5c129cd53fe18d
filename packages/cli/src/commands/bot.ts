import { Argument } from 'commander'
import { createBot, type TemplateName, templateNames } from '../bot/templates.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import { wrap } from '../output/text.ts'
import { type AddCommand, addSubcommand, type GlobalFlags } from './command.ts'

/** `outrigger bot new`: a small project that runs, to begin from. */
export const addBot: AddCommand = (program, cli) => {
  const bot = program.command('bot').description('projects to begin a bot from').helpCommand(false)
  addSubcommand(bot, 'new', 'write a small TypeScript project that runs')
    .addArgument(new Argument('<template>', 'what it does').choices(templateNames))
    .argument('[folder]', 'an empty or a new one (default: the name of the template)')
    .action((template: TemplateName, folder: string | undefined, flags: GlobalFlags) =>
      cli.run(flags, async (output) => {
        const target = folder ?? template
        const files = createBot(template, target)
        output.data({ template, folder: target, files }, () =>
          [
            `Wrote ${files.length} files to ${target}.`,
            `Go on there: npm install, cp .env.example .env, npm start. README.md says what it needs.`,
          ].flatMap((line) => wrap(line, getLineWidth())),
        )
      }),
    )
}
