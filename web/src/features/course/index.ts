// How the pieces move, learnt on the board: lessons with small tasks.
export { default as CoursePage } from './CoursePage.svelte';
export { default as LessonPage } from './LessonPage.svelte';
