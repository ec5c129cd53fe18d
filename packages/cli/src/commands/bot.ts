import { Argument } from 'commander'
import { createBot, type TemplateName, templateNames } from '../bot/templates.ts'
import { getLineWidth } from '../output/lineWidth.ts'
import { wrap } from '../output/text.ts'
import type { AddCommand } from './command.ts'

/** `outrigger bot`: writes a small project that runs. */
export const addBot: AddCommand = (program, cli) => {
  program
    .command('bot')
    .description('write a small TypeScript project that runs, as a start for a bot')
    .addArgument(new Argument('<template>', 'what the bot does').choices(templateNames))
    .argument('[folder]', 'an empty or new folder (default: the name of the template)')
    .action((template: TemplateName, folder: string = template) =>
      cli.run(async (output) => {
        const files = createBot(template, folder)
        output.data({ template, folder, files }, () =>
          [
            `Wrote ${files.length} files to ${folder}.`,
            'Continue there: npm install, cp .env.example .env, npm start. README.md lists what it needs.',
          ].flatMap((line) => wrap(line, getLineWidth())),
        )
      }),
    )
}
