import { defineConfig } from 'tsup'

/**
 * JavaScript of the packages, one file for each source file: a bundler that imports one function leaves the other files out
 * (`sideEffects: false`). Run in each package's folder by `scripts/build.mjs`; the compiler writes the declarations.
 */
export default defineConfig({
  entry: ['src/**/*.ts', '!src/**/*.{test,bench}.ts', '!src/**/fixtures/**'],
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  splitting: false,
  silent: true,
  esbuildPlugins: [
    {
      name: 'file-by-file',
      setup({ onResolve }) {
        onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind }) =>
          kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
        )
      },
    },
  ],
})
