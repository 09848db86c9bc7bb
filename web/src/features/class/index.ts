// A class: the screens of the teacher and the projector, the way in for teachers, and what is kept. The child's screen has a page of
// its own (child.ts), so that thirty tablets load little.
export { default as ClassDataPage } from './ClassDataPage.svelte';
export { default as TeacherPage } from './TeacherPage.svelte';
export { default as TeachPage } from './TeachPage.svelte';
export { default as WallPage } from './WallPage.svelte';
