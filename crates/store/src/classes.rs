//! The queries of classes.

use crate::records::{ClassGameRow, ClassMemberRow, ClassRow};
use crate::store::{Pool, Store, StoreError, on_pool};

impl Store {
    /// Every class, the oldest first.
    pub async fn classes(&self) -> Result<Vec<ClassRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/classes.sql")).fetch_all(pool).await?
        }))
    }

    /// The children of a class, in the order in which they came.
    pub async fn class_members(&self, class: &str) -> Result<Vec<ClassMemberRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/class_members.sql")).bind(class).fetch_all(pool).await?
        }))
    }

    /// The sessions that teach a class.
    pub async fn class_teachers(&self, class: &str) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(String,)> = on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/class_teachers.sql")).bind(class).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(|(session,)| session).collect())
    }

    /// The games of a class, in the order in which they were made.
    pub async fn class_games(&self, class: &str) -> Result<Vec<ClassGameRow>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/class_games.sql")).bind(class).fetch_all(pool).await?
        }))
    }

    /// The answers to a question: seats and moves.
    pub async fn class_answers(
        &self,
        class: &str,
        question: i64,
    ) -> Result<Vec<(String, String)>, StoreError> {
        Ok(on_pool!(self, pool => {
            sqlx::query_as(include_str!("sql/class_answers.sql"))
                .bind(class)
                .bind(question)
                .fetch_all(pool)
                .await?
        }))
    }
}
